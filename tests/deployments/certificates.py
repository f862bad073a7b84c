"""A certificate authority for one test run, and the certificates it issues."""

import datetime as dt
import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

LOCALHOST_NAMES = (x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1")))
DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Authority:
    """A certificate authority: a folder with `ca.crt`, and its key."""

    folder: Path
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def root(self) -> Path:
        """The root certificate."""
        return self.folder / "ca.crt"

    def issue(self, name: str, names: Sequence[x509.GeneralName] = ()) -> tuple[Path, Path]:
        """Issue a certificate, with `names` for a server; returns the files of certificate and key."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _start_certificate(name, key.public_key()).issuer_name(self.certificate.subject)
        if names:
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return self._write(name, builder.sign(self.key, hashes.SHA256()), key)

    def _write(
        self, name: str, certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey
    ) -> tuple[Path, Path]:
        files = self.folder / f"{name}.crt", self.folder / f"{name}.key"
        files[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        files[1].touch(mode=0o600)
        files[1].write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        return files


def create_authority(folder: Path, name: str = "ca") -> Authority:
    """Create an authority in an existing folder."""
    key = ec.generate_private_key(ec.SECP256R1())
    itself = _start_certificate(name, key.public_key()).issuer_name(_build_name(name))
    is_authority = x509.BasicConstraints(ca=True, path_length=0)
    certificate = itself.add_extension(is_authority, critical=True).sign(key, hashes.SHA256())
    (folder / "ca.crt").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return Authority(folder, certificate, key)


def _start_certificate(name: str, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    now = dt.datetime.now(dt.UTC)
    builder = x509.CertificateBuilder().subject_name(_build_name(name)).public_key(key)
    return (
        builder.serial_number(x509.random_serial_number())
        .not_valid_before(now - DAY)
        .not_valid_after(now + DAY)
    )


def _build_name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
