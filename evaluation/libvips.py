# SPDX-License-Identifier: GPL-2.0-or-later
"""libvips.py - a libvips whose routines all have names: the distribution's source, compiled here.

The distribution's package has no symbols, so that static routines go by their addresses. Its source is
fetched with apt-get from where the packages come from, and what the compiler needs besides is unpacked beside it: nothing
is installed, and no right is needed. Only what the case study uses is compiled in, PNG and PPM. The folder is kept: the
next run finds the program there.
"""
import os
import pathlib
import shutil
import subprocess

import common

PACKAGE = "vips"
LIBRARIES = ("libglib2.0-dev", "libexpat1-dev", "libpng-dev")
PROGRAMS = ("apt-get", "dpkg-deb", "dpkg-source", "meson", "ninja", "cc", "pkg-config")
FLAGS = "-O2 -g"
OPTIONS = ("--buildtype=plain", "-Dauto_features=disabled", "-Dpng=enabled", "-Ddeprecated=false", "-Dexamples=false",
           "-Dcplusplus=false", "-Dintrospection=false", "-Dnsgif=false", "-Danalyze=false", "-Dradiance=false")
TIME_LIMIT = 900  # seconds, for one command


def source_lists(targets):
    """Where sources are, by where packages are: lines `URI SUITE COMPONENT` to lines of sources.list."""
    places = dict.fromkeys(line.strip() for line in targets.split("\n") if len(line.split()) == 3)
    return "".join(f"deb-src {place}\n" for place in places)


def new_packages(simulated):
    """The packages that apt-get would install, each with its version: from `Inst NAME [OLD] (NEW ...`."""
    packages = []
    for line in simulated.split("\n"):
        if line.startswith("Inst "):
            version = line.split("(", 1)[1].split()[0]
            packages.append(f"{line.split()[1]}={version}")
    return packages


class Builder:
    def __init__(self, folder):
        self.folder = folder
        self.root = folder / "root"  # where packages are unpacked, as below /
        self.log = folder / "build.log"

    def run(self, *command, **settings):
        """Runs a command, its messages into the log; returns what it printed."""
        settings.setdefault("cwd", self.folder)
        with open(self.log, "a", encoding="utf-8") as log:
            print("$", *command, file=log, flush=True)
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, text=True,
                                  check=False, timeout=TIME_LIMIT, **settings)
            print(done.stdout, file=log)
        if done.returncode:
            raise common.Missing(f"`{command[0]}` ended with {done.returncode}, its messages are in {self.log}")
        return done.stdout

    def fetch_source(self):
        """Unpacks the source into the folder `source`; lists of packages of its own, the system's stay as they are."""
        targets = self.run("apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)",
                           "Created-By: Packages")
        (self.folder / "sources.list").write_text(source_lists(targets), encoding="utf-8")
        for name in ("lists/partial", "cache"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        own = [f"-oDir::Etc::SourceList={self.folder / 'sources.list'}", "-oDir::Etc::SourceParts=/dev/null",
               f"-oDir::State::Lists={self.folder / 'lists'}", f"-oDir::Cache={self.folder / 'cache'}"]
        self.run("apt-get", *own, "update")
        self.run("apt-get", *own, "source", "--download-only", PACKAGE)
        description, = self.folder.glob(f"{PACKAGE}_*.dsc")
        shutil.rmtree(self.folder / "source", ignore_errors=True)
        self.run("dpkg-source", "--extract", description.name, "source")

    def fetch_libraries(self):
        """Unpacks what is missing to compile: headers, pkg-config's files, and links to libraries."""
        simulated = self.run("apt-get", "install", "--simulate", "--no-install-recommends", *LIBRARIES)
        self.root.mkdir(exist_ok=True)
        packages = new_packages(simulated)
        if packages:
            self.run("apt-get", "download", *packages)
        for package in sorted(self.folder.glob("*.deb")):
            self.run("dpkg-deb", "--extract", package.name, "root")
        for path in sorted(self.root.rglob("*")):
            if path.is_symlink() and not path.exists():  # to a library that is installed
                target = pathlib.Path("/") / path.relative_to(self.root).parent / os.readlink(path)
                path.unlink()
                path.symlink_to(target)
            elif path.suffix == ".pc" and not path.is_symlink():
                text = path.read_text(encoding="utf-8")
                path.write_text(text.replace("=/usr", f"={self.root}/usr"), encoding="utf-8")

    def compile(self):
        places = sorted(str(path) for path in self.root.rglob("pkgconfig") if path.is_dir())
        environment = dict(os.environ, CFLAGS=FLAGS, PKG_CONFIG_PATH=os.pathsep.join(places),
                           PATH=f"{self.root / 'usr/bin'}{os.pathsep}{os.environ['PATH']}")
        shutil.rmtree(self.folder / "build", ignore_errors=True)
        self.run("meson", "setup", "build", "source", *OPTIONS, env=environment)
        self.run("ninja", "-C", "build", "tools/vips", env=environment)


def program(folder):
    """The path of vips in a folder, after building it there if it is not; common.Missing says why it cannot be."""
    made = folder / "build" / "tools" / "vips"
    done = folder / "done"
    if not (done.exists() and made.exists()):
        for name in PROGRAMS:
            if not shutil.which(name):
                raise common.Missing(f"`{name}` is not installed")
        shutil.rmtree(folder, ignore_errors=True)  # of a build that did not come to its end
        folder.mkdir(parents=True)
        builder = Builder(folder)
        try:
            builder.fetch_source()
            builder.fetch_libraries()
            builder.compile()
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            raise common.Missing(str(error)) from error
        done.touch()
    return made


def version(folder):
    """The version of the source package that was built."""
    description, = folder.glob(f"{PACKAGE}_*.dsc")
    return description.stem.split("_", 1)[1]
