"""What is asked of people about their account, in our words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.mfa.adapter import get_adapter as get_passkeys
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.web.plain import LONGEST, PlainText

LARGEST = 20_000  # letters that a browser needs to tell of a passkey


class Email(forms.EmailField):
    def __init__(self, **more: Any) -> None:
        widget = forms.EmailInput(attrs={"autocomplete": "username"})
        super().__init__(**{"label": _("E-mail"), "widget": widget, "max_length": 254, **more})

    def clean(self, value: Any) -> str:
        return str(super().clean(value)).lower()


class Password(forms.CharField):
    def __init__(self, label: Any, autocomplete: str = "current-password", **more: Any) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
        super().__init__(label=label, widget=widget, strip=False, max_length=LONGEST, **more)


class Chosen(Password):
    """A new password, which has to be good enough."""

    def __init__(self, label: Any) -> None:
        super().__init__(label, "new-password", help_text=_("Eight characters or more, and not one of the usual ones."))
        self.user: Any = None

    def clean(self, value: Any) -> str:
        return str(get_adapter().clean_password(super().clean(value), user=self.user))


def repeated() -> Password:
    return Password(_("The same password again"), "new-password")


class SignInForm(account.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields = {"login": Email(), "password": Password(_("Password"))}


class ReauthenticateForm(account.ReauthenticateForm):
    password = Password(_("Password"))


class ChangePassword(account.ChangePasswordForm):
    oldpassword = Password(_("The password so far"))
    password1 = Chosen(_("New password"))
    password2 = repeated()


class NewPassword(account.ResetPasswordKeyForm):
    password1 = Chosen(_("New password"))
    password2 = repeated()


class ForgottenForm(account.ResetPasswordForm):
    email = Email()


class AddLoginForm(account.PasswordVerificationMixin, forms.Form):
    """An address, and where there is none yet, a password."""

    email = Email()
    password1 = Chosen(_("Password"))
    password2 = repeated()

    def __init__(self, *args: Any, person: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if person.has_usable_password():
            del self.fields["password1"], self.fields["password2"]
        else:
            self.fields["password1"].user = person  # type: ignore[attr-defined]


class PersonNameForm(forms.Form):
    name = PlainText(
        label=_("Name"),
        help_text=_("It stands beside what you write."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class PasskeyNameForm(webauthn.EditWebAuthnForm):
    name = forms.CharField(label=_("Name"), max_length=LONGEST)


class Signed(forms.JSONField):
    """What a browser says of a passkey."""

    def __init__(self) -> None:
        super().__init__(
            widget=forms.HiddenInput, error_messages={"required": get_passkeys().error_messages["incorrect_code"]}
        )

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and len(value) > LARGEST:
            raise get_passkeys().validation_error("incorrect_code")
        with read():
            return super().to_python(value)


@contextmanager
def read() -> Iterator[None]:
    """Whatever is wrong with what was sent, and wherever in the library that shows, it is no passkey."""
    try:
        yield
    except ValidationError:
        raise get_passkeys().validation_error("incorrect_code") from None
    except Exception as error:
        raise get_passkeys().validation_error("incorrect_code") from error


class AddPasskey(webauthn.AddWebAuthnForm):
    name = forms.CharField(
        label=_("Name of this passkey"),
        max_length=LONGEST,
        required=False,
        help_text=_("For yourself, to tell several apart: “My phone”."),
    )
    credential = Signed()
    passwordless = None

    def clean(self) -> Any:
        with read():
            return super().clean()


class SignInByPasskey(webauthn.LoginWebAuthnForm):
    credential = Signed()

    def clean_credential(self) -> Any:
        with read():
            return super().clean_credential()


class AgainByPasskey(webauthn.ReauthenticateWebAuthnForm):
    credential = Signed()

    def clean_credential(self) -> Any:
        with read():
            return super().clean_credential()
