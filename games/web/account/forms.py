"""The forms of an account, with our own labels and limits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from stringprep import in_table_b1
from typing import Any
from unicodedata import normalize

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.mfa.adapter import get_adapter as get_passkeys
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from fido2.utils import websafe_decode

from games.services import can_be_restored, confirmed_person
from games.web.change_form import ChangeForm, KeepsOthersChanges
from games.web.form_fields import LONGEST, PlainText
from games.web.form_messages import OwnForm, OwnMessages
from scorekeeper import security_log

LONGEST_PASSWORD = 128  # characters of a new password
FULL_STOP = "\u3002"  # of Chinese and Japanese, which a domain may have in place of its dots
LOCAL = ("localhost", "localdomain", "local", "internal", "lan")
LARGEST = 6_000  # characters; a browser needs fewer to describe a passkey


class EmailField(forms.EmailField):
    def __init__(self, **more: Any) -> None:
        widget = forms.EmailInput(attrs={"autocomplete": "username"})
        super().__init__(**{"label": _("E-mail"), "widget": widget, "max_length": 254, **more})

    def clean(self, value: Any) -> str:
        """Return the address. Refuse spellings that e-mail programs change, as the limits of a mailbox count addresses."""
        address = str(super().clean(value)).lower()
        if not address:
            return address
        self.run_validators(address)  # again, as small letters may be more than the capital ones
        name, _at, domain = address.rpartition("@")
        is_unusual = not name.isascii() or name.startswith('"') or domain.startswith("[") or is_local(domain)
        is_other_spelling = normalize("NFKC", domain) != domain or any(map(in_table_b1, domain)) or FULL_STOP in domain
        if is_unusual or is_other_spelling:
            self.run_validators(f"{name}@")  # which is invalid
        return address


def is_local(domain: str) -> bool:
    """Return whether a domain belongs to a single machine or network, where e-mails of a stranger must not go."""
    return "." not in domain or domain.rpartition(".")[2] in LOCAL


class PasswordField(forms.CharField):
    def __init__(self, label: Any, autocomplete: str = "current-password", **more: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
        super().__init__(**{"label": label, "widget": widget, "strip": False, "max_length": LONGEST, **more})

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Omit `maxlength`, by which browsers silently cut off a long password that is pasted."""
        return {name: value for name, value in super().widget_attrs(widget).items() if name != "maxlength"}


class NewPasswordField(PasswordField):
    """A new password, which must pass Django's validators. Longer old passwords still sign in."""

    def __init__(self, label: Any) -> None:
        super().__init__(
            label,
            "new-password",
            max_length=LONGEST_PASSWORD,
            help_text=_("At least eight characters, and not a common password."),
        )
        self.user: Any = None

    def clean(self, value: Any) -> str:
        return str(get_adapter().clean_password(super().clean(value), user=self.user))


def repeated_password() -> PasswordField:
    return PasswordField(_("Repeat the password"), "new-password")


class SignInForm(OwnMessages, account.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields = {"login": EmailField(), "password": PasswordField(_("Password"))}


class ReauthenticateForm(OwnMessages, account.ReauthenticateForm):
    password = PasswordField(_("Password"))


class ChangePasswordForm(OwnMessages, account.ChangePasswordForm):
    oldpassword = PasswordField(_("Current password"))
    password1 = NewPasswordField(_("New password"))
    password2 = repeated_password()


class NewPasswordForm(OwnMessages, account.ResetPasswordKeyForm):
    password1 = NewPasswordField(_("New password"))
    password2 = repeated_password()


class ForgottenForm(OwnMessages, account.ResetPasswordForm):
    """The address for which a password was forgotten. Only the person who has confirmed it gets a link.

    So does a person who has deleted the account: the sign-in with the new password restores it.
    """

    email = EmailField()

    def clean_email(self) -> str:
        email = super().clean_email()
        person = confirmed_person(email)
        self.users = [person] if person is not None and (person.is_active or can_be_restored(person)) else []
        return email


class OtherAddressForm(OwnForm):
    """Another address for an account whose address was never confirmed.

    It asks for the password again: the browser may belong to someone else, who comes back to this page.
    """

    email = EmailField()
    password = PasswordField(_("Password"))


class AddLoginForm(account.PasswordVerificationMixin, OwnForm):
    """An e-mail address and, if the person has none yet, a password."""

    email = EmailField()
    password1 = NewPasswordField(_("Password"))
    password2 = repeated_password()

    def __init__(self, *args: Any, person: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if person.has_usable_password():
            del self.fields["password1"], self.fields["password2"]
        else:
            self.fields["password1"].user = person  # type: ignore[attr-defined]


class PersonNameForm(ChangeForm):
    name = PlainText(
        label=_("Name"),
        help_text=_("Shown next to your entries."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class PasskeyNameForm(KeepsOthersChanges, OwnMessages, webauthn.EditWebAuthnForm):
    name = forms.CharField(label=_("Name"), max_length=LONGEST)


class CredentialField(forms.JSONField):
    """The answer of a browser that was asked for a passkey, as JSON."""

    def __init__(self) -> None:
        super().__init__(
            widget=forms.HiddenInput, error_messages={"required": get_passkeys().error_messages["incorrect_code"]}
        )

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and len(value) > LARGEST:
            raise get_passkeys().validation_error("incorrect_code")
        with refusing_errors():
            credential = super().to_python(value)
            if credential is not None:
                require_own_origin(credential)
            return credential


def require_own_origin(credential: Any) -> None:
    """Raise an exception unless a page of exactly this address has asked for the passkey.

    The library also accepts other ports, and every name below this one, which may belong to someone else.
    """
    client_data = json.loads(websafe_decode(credential["response"]["clientDataJSON"]))
    request = context.request
    if client_data["origin"] != f"{request.scheme}://{request.get_host()}" or client_data.get("crossOrigin"):
        raise ValueError(client_data["origin"])


@contextmanager
def refusing_errors() -> Iterator[None]:
    """Turn every exception into "incorrect code": the library raises many kinds for input that is not a passkey."""
    try:
        yield
    except ValidationError:
        security_log.log_refused_proof(context.request)
        raise get_passkeys().validation_error("incorrect_code") from None
    except Exception as error:
        security_log.log_refused_proof(context.request)
        raise get_passkeys().validation_error("incorrect_code") from error


class AddPasskeyForm(OwnMessages, webauthn.AddWebAuthnForm):
    name = forms.CharField(
        label=_("Name of this passkey"),
        max_length=LONGEST,
        required=False,
        help_text=_("Only you see it. Helps you tell passkeys apart, e.g. “My phone”."),
    )
    credential = CredentialField()
    passwordless = None

    def clean(self) -> Any:
        with refusing_errors():
            return super().clean()


class PasskeySignInForm(OwnMessages, webauthn.LoginWebAuthnForm):
    credential = CredentialField()

    def clean_credential(self) -> Any:
        with refusing_errors():
            return super().clean_credential()


class ReauthenticatePasskeyForm(OwnMessages, webauthn.ReauthenticateWebAuthnForm):
    credential = CredentialField()

    def clean_credential(self) -> Any:
        with refusing_errors():
            return super().clean_credential()
