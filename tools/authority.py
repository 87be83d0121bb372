"""A certificate authority of this machine, and the certificate that it signs for the server.

A phone trusts the authority for years, so the authority can sign little: this machine's names and addresses, and
addresses in home networks. Its certificate contains these limits as name constraints, which every client checks.
Its key is in one file that only its owner can read. The server gets another key.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address
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
# The server has no IPv6 address. Without a range some clients would accept every IPv6 address.
HOMES_IPV6 = [IPv6Network("fc00::/7")]
NO_NAME = "scorekeeper.invalid"  # for a machine without a name: a certificate without names would allow every name

AUTHORITY_AGE = timedelta(days=3650)
CERTIFICATE_AGE = timedelta(days=397)  # iPhones refuse a certificate of more than 825 days
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
    certificate: Path  # of the server, with its key
    fingerprint: str  # of the authority
    is_replaced: bool  # phones trust an older authority, and have to trust this one again


def prepare(folder: Path, addresses: Sequence[str], names: Sequence[str]) -> Prepared:
    """Create what is missing, and replace what no longer fits."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    known = load(folder)
    authority = known if known and may_sign(known, addresses, names) else create_authority(folder, addresses, names)
    certificate = folder / "server.pem"
    if not is_valid(certificate, authority, addresses, names):
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
    """Return whether the authority may sign these addresses and names for as long as a certificate lasts."""
    limits = authority.certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees
    values = [limit.value for limit in limits or ()]
    return (
        authority.certificate.not_valid_after_utc > now() + CERTIFICATE_AGE
        and all(any(is_within(address, value) for value in values) for address in addresses)
        and all(name in values for name in names)
    )


def is_within(address: str, value: object) -> bool:
    return isinstance(value, IPv4Network) and IPv4Address(address) in value


def create_authority(folder: Path, addresses: Sequence[str], names: Sequence[str]) -> Authority:
    """Create an authority. The name that phones show for it begins with ours."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [x509.NameAttribute(NameOID.COMMON_NAME, " on ".join(["Scorekeeper", *names[:1]])[:64])],
    )
    other = [IPv4Network(address) for address in addresses if not any(is_within(address, home) for home in HOMES)]
    networks: list[IPv4Network | IPv6Network] = [*HOMES, *other, *HOMES_IPV6]
    limits: list[x509.GeneralName] = [x509.IPAddress(network) for network in networks]
    limits += [x509.DNSName(limit) for limit in names or [NO_NAME]]
    builder = (
        certificate_builder(name, name, key, AUTHORITY_AGE)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(key_usage(signs=True), critical=True)
        .add_extension(x509.NameConstraints(limits, None), critical=True)
    )
    authority = Authority(key, builder.sign(key, hashes.SHA256()))
    write(folder / "authority.key", private_pem(key))
    write(folder / "authority.crt", authority.certificate.public_bytes(Encoding.PEM), 0o644)
    return authority


def sign(authority: Authority, addresses: Sequence[str], names: Sequence[str]) -> bytes:
    """Return a new key and its certificate as one file, so that they can only change together."""
    key = ec.generate_private_key(ec.SECP256R1())
    subjects: list[x509.GeneralName] = [x509.IPAddress(ip_address(address)) for address in addresses]
    subjects += [x509.DNSName(name) for name in names]
    # Some clients take a common name for a name of the machine.
    subject = x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Scorekeeper")])
    signer = authority.key.public_key()
    certificate = (
        certificate_builder(subject, authority.certificate.subject, key, CERTIFICATE_AGE)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(key_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(subjects), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    return private_pem(key) + certificate.public_bytes(Encoding.PEM)


def is_valid(path: Path, authority: Authority, addresses: Sequence[str], names: Sequence[str]) -> bool:
    """Return whether this authority has signed the certificate for all of these, and it is valid for another month."""
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
        certificate.verify_directly_issued_by(authority.certificate)
    except (FileNotFoundError, ValueError, InvalidSignature):
        return False
    signed = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return (
        certificate.not_valid_before_utc <= now() < certificate.not_valid_after_utc - SOON
        and set(map(IPv4Address, addresses)) <= set(signed.get_values_for_type(x509.IPAddress))
        and set(names) <= set(signed.get_values_for_type(x509.DNSName))
    )


def certificate_builder(
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


def key_usage(signs: bool) -> x509.KeyUsage:
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


def private_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def write(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Replace the file at once. It has the given mode from the beginning: no one else can read a key at any moment."""
    beside = path.with_name(f"{path.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
    beside.replace(path)


def now() -> datetime:
    return datetime.now(UTC)
