"""An authority of this machine's own, and the certificate that it gives the server.

A phone that trusts it trusts it for years, so it can do little. It signs for this machine's names and for addresses in
home networks, and says so itself, where everybody who checks a certificate reads it (name constraints). Its key is in
one file that only its owner can read; the server gets another key.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tools.steps import Trouble

HOMES = [IPv4Network(network) for network in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")]
NOBODY = "scorekeeper.invalid"  # stands for this machine's name where it has none: without any, every name would do

LONG = timedelta(days=3650)
YEAR = timedelta(days=397)  # iPhones take no certificate of more than 825 days
SOON = timedelta(days=30)
EARLIER = timedelta(days=1)  # a phone's clock may be behind


@dataclass
class Authority:
    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @property
    def fingerprint(self) -> str:
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()


@dataclass
class Prepared:
    certificate: Path  # the server's, with its key
    fingerprint: str  # the authority's
    is_anew: bool  # there was an authority before, and phones that trusted it


def prepare(folder: Path, addresses: Sequence[str], names: Sequence[str]) -> Prepared:
    """Make what is missing, and make anew what no longer fits."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    known = load(folder)
    authority = known if known and may_sign(known, addresses, names) else found(folder, addresses, names)
    certificate = folder / "server.pem"
    if not is_good(certificate, authority, addresses, names):
        write(certificate, sign(authority, addresses, names))
    return Prepared(certificate, authority.fingerprint, bool(known) and authority is not known)


def load(folder: Path) -> Authority | None:
    try:
        key = load_pem_private_key((folder / "authority.key").read_bytes(), None)
        certificate = x509.load_pem_x509_certificate((folder / "authority.crt").read_bytes())
    except FileNotFoundError:
        return None
    except ValueError:
        key = None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        raise Trouble(f"The authority in {folder} is damaged. Delete that folder; phones must then trust a new one.")
    return Authority(key, certificate)


def may_sign(authority: Authority, addresses: Sequence[str], names: Sequence[str]) -> bool:
    """Whether phones that trust it would believe it these, for as long as a certificate lasts."""
    limits = authority.certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees
    values = [limit.value for limit in limits or ()]
    return (
        authority.certificate.not_valid_after_utc > now() + YEAR
        and all(any(isinstance(one, IPv4Network) and IPv4Address(each) in one for one in values) for each in addresses)
        and all(name in values for name in names)
    )


def found(folder: Path, addresses: Sequence[str], names: Sequence[str]) -> Authority:
    """Found an authority. The names that a phone is shown for it begin with ours."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [x509.NameAttribute(NameOID.COMMON_NAME, " on ".join(["Scorekeeper", *names[:1]])[:64])],
    )
    odd = [IPv4Network(one) for one in addresses if not any(IPv4Address(one) in home for home in HOMES)]
    limits: list[x509.GeneralName] = [x509.IPAddress(network) for network in HOMES + odd]
    limits += [x509.DNSName(one) for one in names or [NOBODY]]
    builder = (
        begun(name, name, key, LONG)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage(signs=True), critical=True)
        .add_extension(x509.NameConstraints(limits, None), critical=True)
    )
    authority = Authority(key, builder.sign(key, hashes.SHA256()))
    write(folder / "authority.key", private(key))
    write(folder / "authority.crt", authority.certificate.public_bytes(Encoding.PEM), 0o644)
    return authority


def sign(authority: Authority, addresses: Sequence[str], names: Sequence[str]) -> bytes:
    """A key and its certificate for these, in one file, so that they can only change together."""
    key = ec.generate_private_key(ec.SECP256R1())
    wanted: list[x509.GeneralName] = [x509.IPAddress(IPv4Address(one)) for one in addresses]
    wanted += [x509.DNSName(one) for one in names]
    # Not a common name: some take it for one of the machine's.
    subject = x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Scorekeeper")])
    signer = authority.key.public_key()
    certificate = (
        begun(subject, authority.certificate.subject, key, YEAR)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(wanted), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    return private(key) + certificate.public_bytes(Encoding.PEM)


def is_good(path: Path, authority: Authority, addresses: Sequence[str], names: Sequence[str]) -> bool:
    """Whether a certificate is there that this authority has given for all of these, and that goes on for a while."""
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
        certificate.verify_directly_issued_by(authority.certificate)
    except (FileNotFoundError, ValueError, InvalidSignature):
        return False
    given = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return (
        certificate.not_valid_before_utc <= now() < certificate.not_valid_after_utc - SOON
        and set(map(IPv4Address, addresses)) <= set(given.get_values_for_type(x509.IPAddress))
        and set(names) <= set(given.get_values_for_type(x509.DNSName))
    )


def begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, lasts: timedelta
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now() - EARLIER)
        .not_valid_after(now() + lasts)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def usage(signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def private(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def write(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Whole or not at all, and at no moment open to more people."""
    beside = path.with_name(f"{path.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
    beside.replace(path)


def now() -> datetime:
    return datetime.now(UTC)
