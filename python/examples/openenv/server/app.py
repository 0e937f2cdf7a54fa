"""The server of the Space. Arguments of `create_app` are defaults of its episodes, such as `difficulty=0.3`."""

from gridmill.openenv import create_app
from gridmill.openenv import main as serve

app = create_app()


def main() -> None:
    serve()


if __name__ == "__main__":
    main()
