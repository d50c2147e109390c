"""
Makes the wheel of this package, with the library inside, for `pip install ./python` (PEP 517). It needs cmake and a C compiler, and
nothing from the network. The same commit gives the same bytes.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sysconfig
import time
import tomllib
import zipfile
from pathlib import Path

PYTHON = Path(__file__).resolve().parents[1]
ROOT = PYTHON.parent
BUILD = ROOT / "build" / "wheel"
LIBRARY = "libbivouac.so.0"
LEAST_GLIBC = 17  # 2.17: every pip that knows such tags knows this one


class UnsupportedOperation(Exception):
    """PEP 517's name for what a backend does not do."""


def build_sdist(sdist_directory, config_settings=None):
    """The library's source lies outside this folder: the source is the repository, or its archive."""
    raise UnsupportedOperation("there is no sdist of python/ alone; build the wheel in the repository")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the library and writes the wheel; returns the name of its file."""
    library = _built_library()
    version = _said_by([ROOT / "tools" / "version"])
    tag = f"py3-none-{platform_tag(library)}"
    info = f"bivouac-{version}.dist-info"
    package = PYTHON / "bivouac"
    files = {str(path.relative_to(PYTHON)): path.read_bytes() for path in sorted(package.rglob("*.py")) + [package / "py.typed"]}
    files["bivouac/_version.py"] = f'"""What this wheel was made from."""\n\nversion = "{version}"\n'.encode()
    files[f"bivouac/{LIBRARY}"] = library
    files[f"{info}/METADATA"] = _metadata(version)
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: bivouac_wheel\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{info}/RECORD"] = _record(files, f"{info}/RECORD")
    name = f"bivouac-{version}-{tag}.whl"
    _write(Path(wheel_directory) / name, files)
    return name


def platform_tag(library):
    """The machines that a library (its bytes) runs on: those with the newest glibc whose symbols it needs, or a newer one."""
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    needed = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", library)]
    if not needed or not platform.startswith("linux_"):
        return platform
    return platform.replace("linux_", f"manylinux_2_{max(LEAST_GLIBC, *needed)}_")


def _built_library():
    """The bytes of the library, built from the repository; no path of this machine is in them."""
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    flags = ["-DCMAKE_BUILD_TYPE=Release", "-DBIVOUAC_SERVER=OFF", f"-DCMAKE_C_FLAGS=-ffile-prefix-map={ROOT}/="]
    _said_by(["cmake", "-S", ROOT, "-B", BUILD, *generator, *flags])
    _said_by(["cmake", "--build", BUILD, "--target", "libbivouac_shared", "--parallel", str(os.cpu_count() or 1)])
    return (BUILD / LIBRARY).read_bytes()


def _said_by(command):
    """What a command prints; where it fails, that is the error."""
    try:
        ran = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        raise SystemExit(f"bivouac: {command[0]} is not installed; the wheel needs cmake and a C compiler") from None
    if ran.returncode:
        raise SystemExit(f"bivouac: {command[0]} failed:\n{ran.stdout}{ran.stderr}")
    return ran.stdout.strip()


def _metadata(version):
    """What pip shows and asks for, from pyproject.toml."""
    project = tomllib.loads((PYTHON / "pyproject.toml").read_text())["project"]
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {version}",
        f"Summary: {project['description']}",
        "License: MIT",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {name}" for name in project["dependencies"]),
    ]
    for extra, names in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}", *(f"Requires-Dist: {name}; extra == '{extra}'" for name in names)]
    return "\n".join([*lines, ""]).encode()


def _record(files, own):
    """Every file with its hash and size; the list itself without."""
    hashes = {name: base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode() for name, data in files.items()}
    return "".join([*(f"{name},sha256={hashes[name]},{len(data)}\n" for name, data in files.items()), f"{own},,\n"]).encode()


def _write(path, files):
    moment = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800))[:6]  # a zip knows no year before 1980
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, moment)
            entry.external_attr = (0o100755 if name.endswith(LIBRARY) else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
