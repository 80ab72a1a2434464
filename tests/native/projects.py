#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Real projects with the compiler wrappers: projects.py TOOLS LANDAU debian|cargo

debian: libyaml (autotools, a shared library made by libtool, gcc) and lz4 (CMake, clang) are got with apt-get source
into a folder of the test, without any change to the machine's lists; built, recorded, and their profiles
looked at. cargo: a crate of its own, with the flags that docs/engine-native.md has. Skipped, with the reason,
where that cannot be had.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TOOLS = pathlib.Path(sys.argv[1]).resolve()
LANDAU = pathlib.Path(sys.argv[2]).resolve()
SKIPPED = 77


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def run(*command, folder, status=0, **environment):
    result = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True,
                            env=dict(os.environ) | environment, timeout=600, check=False)
    if result.returncode != status:
        raise AssertionError(f"{command}: {result.returncode}\n{result.stdout[-2000:]}\n{result.stderr[-2000:]}")
    return result.stdout


def sources(folder, *packages):
    """Unpacked, each in the folder that is returned for it."""
    lists = folder / "lists"
    (lists / "partial").mkdir(parents=True)
    release = dict(line.split("=", 1) for line in pathlib.Path("/etc/os-release").read_text().splitlines() if "=" in line)
    if release.get("ID") != "debian":
        skip("not on Debian, there is no apt-get source")
    (folder / "sources.list").write_text(
        f"deb-src http://deb.debian.org/debian {release['VERSION_CODENAME']} main\n")
    apt = ["apt-get", "-q", "-o", f"Dir::Etc::SourceList={folder}/sources.list", "-o", "Dir::Etc::SourceParts=/dev/null",
           "-o", f"Dir::State::Lists={lists}", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"]
    for command in (["update"], ["source", "--download-only", *packages]):
        result = subprocess.run(apt + command, cwd=folder, capture_output=True, text=True, check=False)
        if result.returncode:
            skip("apt-get " + command[0] + ": " + result.stderr.strip().replace("\n", "; "))
    found = []
    for package in packages:
        archive = next(folder.glob(f"{package}_*.orig.tar.*"))
        (folder / package).mkdir()
        run("tar", "-xf", archive, "-C", folder / package, "--strip-components=1", folder=folder)
        found.append(folder / package)
    return found


def profile_of(folder, *command, **environment):
    """Records; calls of each routine and its largest input."""
    run(LANDAU, "record", "-q", "--engine=native", "-o", "out.data", *command, folder=folder, **environment)
    names, result, routine = {}, {}, None
    for line in (folder / "out.data").read_text().splitlines():
        word, *rest = line.split(" ")
        if word == "routine":
            names[rest[0]] = rest[2]
        elif word == "record":
            routine = names[rest[0]]
            result.setdefault(routine, [0, 0])[0] += int(rest[3])
        elif word == "t":
            result[routine][1] = max(result[routine][1], int(rest[0]))
    print(folder.name, len(result), "routines")
    return result


def check_libyaml(folder):
    run("autoreconf", "-fi", folder=folder)
    run("./configure", "-q", folder=folder, CC=str(TOOLS / "landau-gcc"), CFLAGS="-O1 -g")
    run("make", "-j2", folder=folder)
    text = folder / "list.yaml"
    for count in (100, 1000):
        text.write_text("".join(f"- item: {i}\n" for i in range(count)))
        found = profile_of(folder, "tests/.libs/run-parser", text, LD_LIBRARY_PATH=str(folder / "src/.libs"))
        # For each item a mapping of two scalars: the start, both, the end; around them stream, document, list.
        assert found["yaml_parser_parse"][0] == 4 * count + 6, found["yaml_parser_parse"]
        assert found["main"][0] == 1 and found["yaml_parser_fetch_more_tokens"][0] >= count, found


def check_lz4(folder):
    text = folder / "text"
    text.write_text("".join(f"{i * i} {i}\n" for i in range(20000)))
    out = folder / "out"
    out.mkdir()
    run("cmake", f"-DCMAKE_C_COMPILER={TOOLS}/landau-clang", "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "../build/cmake",
        folder=out)
    run("make", "-j2", "lz4cli", folder=out)
    found = profile_of(out, "./lz4", "-q", "-9", "-f", text, "text.lz4")
    assert found["main"][0] == 1, found
    size = text.stat().st_size
    assert size / 4 <= found["LZ4HC_compress_generic_noDictCtx"][1] <= 2 * size, (size, found)
    found = profile_of(out, "./lz4", "-q", "-d", "-f", "text.lz4", "again")
    assert (out / "again").read_bytes() == text.read_bytes() and found["main"][0] == 1


RUST_FLAGS = ("-g -Zsanitizer=thread -Zexternal-clangrt -Cunsafe-allow-abi-mismatch=sanitizer "
              "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 "
              "-Cllvm-args=-sanitizer-coverage-trace-pc -Zunstable-options -Csymbol-mangling-version=legacy")
RUST = """
#[inline(never)]
fn sum(values: &[u32]) -> u64 { values.iter().map(|x| *x as u64).sum() }
fn main() {
    let values: Vec<u32> = (0..1000).collect();
    let total: u64 = std::thread::spawn(move || (1..=10).map(|n| sum(&values[..n * 100])).sum()).join().unwrap();
    println!("{}", total);
}
"""


def check_cargo(folder):
    (folder / "src").mkdir()
    (folder / "src/main.rs").write_text(RUST)
    (folder / "Cargo.toml").write_text("[package]\nname = 'prog'\nversion = '0.1.0'\nedition = '2021'\n")
    environment = {"RUSTC_BOOTSTRAP": "1", "RUSTFLAGS": f"{RUST_FLAGS} -Clinker={TOOLS}/landau-gcc"}
    result = subprocess.run(["rustc", *RUST_FLAGS.split(), "--print", "cfg"], capture_output=True, text=True,
                            env=dict(os.environ, RUSTC_BOOTSTRAP="1"), check=False)
    if result.returncode:
        skip("rustc does not know the flags: " + result.stderr.strip().splitlines()[0])
    run("cargo", "build", "-q", "--offline", "--release", "--target", "x86_64-unknown-linux-gnu", folder=folder,
        **environment)
    found = profile_of(folder, "target/x86_64-unknown-linux-gnu/release/prog")
    (calls, most), = [counts for name, counts in found.items() if "prog::sum" in name]
    assert calls == 10 and 1000 <= most <= 1004, (calls, most)


def main():
    what = sys.argv[3]
    tools = ("cargo", "rustc") if what == "cargo" else ("apt-get", "autoreconf", "libtoolize", "cmake", "clang")
    for tool in tools:
        if not shutil.which(tool):
            skip(f"{tool} is not there")
    with tempfile.TemporaryDirectory(prefix="landau-projects-") as folder:
        if what == "cargo":
            check_cargo(pathlib.Path(folder))
        else:
            libyaml, lz4 = sources(pathlib.Path(folder), "libyaml", "lz4")
            check_libyaml(libyaml)
            check_lz4(lz4)


main()
