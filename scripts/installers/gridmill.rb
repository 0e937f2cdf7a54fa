class Gridmill < Formula
  desc "Makes Sudoku corpora from one seed, the same puzzles on any machine"
  homepage "@ADDRESS@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@ADDRESS@/releases/download/v@VERSION@/gridmill-aarch64-apple-darwin.tar.xz"
      sha256 "@aarch64-apple-darwin@"
    end
    on_intel do
      url "@ADDRESS@/releases/download/v@VERSION@/gridmill-x86_64-apple-darwin.tar.xz"
      sha256 "@x86_64-apple-darwin@"
    end
  end
  on_linux do
    on_arm do
      url "@ADDRESS@/releases/download/v@VERSION@/gridmill-aarch64-unknown-linux-gnu.tar.xz"
      sha256 "@aarch64-unknown-linux-gnu@"
    end
    on_intel do
      url "@ADDRESS@/releases/download/v@VERSION@/gridmill-x86_64-unknown-linux-gnu.tar.xz"
      sha256 "@x86_64-unknown-linux-gnu@"
    end
  end

  def install
    bin.install "gridmill"
    man1.install Dir["share/man/man1/*"]
    bash_completion.install "share/bash-completion/completions/gridmill"
    zsh_completion.install "share/zsh/site-functions/_gridmill"
    fish_completion.install "share/fish/vendor_completions.d/gridmill.fish"
  end

  test do
    assert_match "2...7....5......731..4", shell_output("#{bin}/gridmill generate --count 1 --seed 42 --columns puzzle")
  end
end
