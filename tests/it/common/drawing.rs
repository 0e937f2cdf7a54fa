//! Pictures read back: every number of a drawing, and the box that it must lie in.

/// Units that a number may lie outside, by rounding.
const ROUNDING: f64 = 0.06;

/// Fails with the first number of a page, or of another text, that is none.
pub(crate) fn assert_numbers(name: &str, text: &str) {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let odd = text.split(|c| !is_part(c)).find(|word| ["NaN", "nan", "inf", "Infinity"].contains(word));
    assert_eq!(odd, None, "{name}");
}

/// Checks each picture of a page or a file, and returns their number.
pub(crate) fn assert_pictures(name: &str, page: &str) -> usize {
    let pictures: Vec<&str> = page.split("<svg ").skip(1).collect();
    for picture in &pictures {
        let picture = picture.split("</svg>").next().unwrap();
        let (head, body) = picture.split_once('>').unwrap();
        let Some(view) = attribute(head, "viewBox") else { continue };
        let view = numbers(view);
        assert_picture(name, (view[2], view[3]), body);
    }
    pictures.len()
}

fn assert_picture(name: &str, (width, height): (f64, f64), body: &str) {
    // Origin and scale of each open group.
    let mut groups = vec![(0.0, 0.0, 1.0)];
    for element in body.split('<').skip(1) {
        let (tag, _) = element.split_once('>').unwrap();
        let (x0, y0, scale) = *groups.last().unwrap();
        let inner = attribute(tag, "transform").map_or((x0, y0, scale), |text| {
            let argument = |name: &str| Some(numbers(text.split_once(name)?.1.split(')').next()?));
            let place = argument("translate(").unwrap();
            let factor = argument("scale(").map_or(1.0, |factor| factor[0]);
            (x0 + place[0] * scale, y0 + place[1] * scale, scale * factor)
        });
        if tag == "/g" {
            groups.pop();
        } else if tag == "g" || tag.starts_with("g ") {
            groups.push(inner);
        }
        for (x, y) in points(tag) {
            let (x, y) = (x * inner.2 + inner.0, y * inner.2 + inner.1);
            let is_within = |value: f64, most: f64| (-ROUNDING..=most + ROUNDING).contains(&value);
            assert!(
                is_within(x, width) && is_within(y, height),
                "{name}: {x} {y} of {width} {height}: {tag}"
            );
        }
    }
}

/// Returns the value of an attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

fn numbers(text: &str) -> Vec<f64> {
    let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("{text:?} is no number"));
    text.split([' ', ',']).filter(|text| !text.is_empty()).map(number).collect()
}

/// Returns the corners of an element, without its transform.
fn points(tag: &str) -> Vec<(f64, f64)> {
    let one = |name: &str| attribute(tag, name).map_or(0.0, |text| numbers(text)[0]);
    match tag.split([' ', '/']).next().unwrap() {
        "rect" => {
            let (x, y) = (one("x"), one("y"));
            assert!(one("width") >= 0.0 && one("height") >= 0.0, "{tag}");
            vec![(x, y), (x + one("width"), y + one("height"))]
        }
        "circle" => vec![(one("cx"), one("cy"))],
        "text" | "tspan" => vec![(one("x"), one("y"))],
        "path" => path(attribute(tag, "d").unwrap()),
        _ => Vec::new(),
    }
}

/// Returns the places of a path of absolute moves, lines and curves.
fn path(steps: &str) -> Vec<(f64, f64)> {
    let mut places = Vec::new();
    let mut at = (0.0, 0.0);
    let mut rest = steps;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
        let values = numbers(&rest[1..end]);
        match command {
            // A curve turns back before the point that bends it.
            'Q' => {
                let middle = |n: usize, from: f64| from / 4.0 + values[n] / 2.0 + values[n + 2] / 4.0;
                places.push((middle(0, at.0), middle(1, at.1)));
                at = (values[2], values[3]);
            }
            'M' | 'L' => {
                for pair in values.chunks(2) {
                    at = (pair[0], pair[1]);
                    places.push(at);
                }
            }
            'H' => at.0 = values[0],
            'V' => at.1 = values[0],
            'Z' | 'z' => {}
            other => panic!("{other} in {steps}"),
        }
        places.push(at);
        rest = &rest[end..];
    }
    places
}
