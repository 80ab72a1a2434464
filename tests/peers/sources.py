# SPDX-License-Identifier: GPL-2.0-or-later
"""sources.py - sources of Debian packages, unpacked below the working folder.

apt-get fetches them with lists of its own, so the machine's stay as they are. Packages are kept from run to run.
"""
import pathlib
import subprocess

TIME_LIMIT = 1800  # seconds, for one command
COMMON = "deb-src http://deb.debian.org/debian {suite} main\n"


class Missing(Exception):
    """Something that a suite needs is not to be had here; the text says what."""


def run(*command, folder, **settings):
    """Runs a command; returns what it printed."""
    done = subprocess.run([str(word) for word in command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, errors="replace", check=False, timeout=TIME_LIMIT,
                          **settings)
    if done.returncode:
        raise Missing(f"`{command[0]}` ended with {done.returncode}: {done.stdout.strip()[-500:]}")
    return done.stdout


def debian_suite():
    lines = pathlib.Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    release = dict(line.split("=", 1) for line in lines if "=" in line)
    if release.get("ID") != "debian":
        raise Missing("the sources are Debian's, and this system is not Debian")
    return release["VERSION_CODENAME"]


class Sources:
    def __init__(self, folder):
        self.folder = folder / "sources"
        self.versions = {}
        self.is_listed = False

    def apt(self, *words):
        lists = self.folder / "lists"
        (lists / "partial").mkdir(parents=True, exist_ok=True)
        (self.folder / "sources.list").write_text(COMMON.format(suite=debian_suite()), encoding="utf-8")
        command = ["apt-get", "-q", "-o", f"Dir::Etc::SourceList={self.folder}/sources.list", "-o",
                   "Dir::Etc::SourceParts=/dev/null", "-o", f"Dir::State::Lists={lists}", "-o", "Acquire::Retries=1"]
        if not self.is_listed:
            run(*command, "update", folder=self.folder)
            self.is_listed = True
        return run(*command, *words, folder=self.folder)

    def __call__(self, package, *members, nested=False):
        """The folder with the package's source, or with the members of it alone (patterns of tar); nested: they are in an
        archive inside of the archive."""
        place = self.folder / package
        if not (place / "unpacked").exists():
            self.apt("source", "--download-only", package)
            place.mkdir(exist_ok=True)
            archive = next(path for path in self.folder.glob(f"{package}_*.orig.tar.*") if path.suffix != ".asc")
            outer = ["--wildcards", *members] if members and not nested else []
            run("tar", "-xf", archive, "-C", place, "--strip-components=1", *outer, folder=self.folder)
            for inner in place.glob(f"{package.split('-')[0]}-*.tar.*") if nested else ():
                run("tar", "-xf", inner, "-C", place, "--strip-components=1", "--wildcards", *members, folder=place)
                inner.unlink()
            (place / "unpacked").write_text("", encoding="utf-8")
        description = next(self.folder.glob(f"{package}_*.dsc"))
        self.versions[package] = description.name.removesuffix(".dsc").split("_", 1)[1]
        return place
