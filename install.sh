#!/bin/sh
# Builds opp and puts it on the PATH.
#
#   ./install.sh           into the first of ~/.local/bin, ~/bin and /usr/local/bin that is on the PATH
#   ./install.sh FOLDER    into FOLDER
#
# Run it again after an update of the checkout. To remove opp, delete the file that it names.
set -eu

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

is_on_path() {
  case ":$PATH:" in
  *":$1:"*) true ;;
  *) false ;;
  esac
}

# The folder to install into
choose_folder() {
  for folder in "$HOME/.local/bin" "$HOME/bin"; do
    if is_on_path "$folder"; then
      echo "$folder"
      return
    fi
  done
  if is_on_path /usr/local/bin && [ -w /usr/local/bin ]; then
    echo /usr/local/bin
  else
    echo "$HOME/.local/bin"
  fi
}

case "${1:-}" in
-*) fail "there are no options: ./install.sh [FOLDER]" ;;
esac
folder=${1:-$(choose_folder)}
mkdir -p "$folder"
folder=$(CDPATH='' cd -- "$folder" && pwd)
cd "$(dirname "$0")"

command -v swift >/dev/null ||
  fail "there is no swift on the PATH; install a Swift 6.3 toolchain from https://www.swift.org/install"

echo "Building opp. The first time takes some minutes."
swift build -c release --product opp ||
  fail "the build failed; on Debian and Ubuntu it needs: apt-get install libsqlite3-dev tzdata"
install -m 755 "$(swift build -c release --product opp --show-bin-path)/opp" "$folder/opp"

echo "Installed $("$folder/opp" --version) as $folder/opp."
is_on_path "$folder" || cat <<END
$folder is not on your PATH. Run this line now, and add it to ~/.profile (zsh: ~/.zprofile):
  export PATH="$folder:\$PATH"
END
