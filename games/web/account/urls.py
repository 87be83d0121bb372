"""allauth's views at our own addresses, under the names by which it finds them.

Views that are not listed do not exist: allauth's sign-up would create a second person for a guest.
"""

from django.urls import path, re_path
from django.views.generic import RedirectView

from games.web.account import add_login, enter, keys, link, page, passkeys, password

urlpatterns = [
    path("", page.AccountView.as_view(), name="you"),
    path("name/", page.PersonNameView.as_view(), name="your_name"),
    path("sign-in/", enter.SignInView.as_view(), name="account_login"),
    path("sign-in/passkey/", passkeys.PasskeySignInView.as_view(), name="mfa_login_webauthn"),
    path("sign-in/link/<str:signed>/", link.LinkSignInView.as_view(), name="link"),
    path("sign-in/inactive/", enter.InactiveAccountView.as_view(), name="account_inactive"),
    path("sign-up/", RedirectView.as_view(pattern_name="you"), name="account_signup"),
    path("sign-out/", enter.SignOutView.as_view(), name="account_logout"),
    path("sign-out/elsewhere/", enter.SignOutElsewhereView.as_view(), name="sign_out_elsewhere"),
    path("again/", enter.ReauthenticateView.as_view(), name="account_reauthenticate"),
    path("again/passkey/", passkeys.ReauthenticatePasskeyView.as_view(), name="mfa_reauthenticate_webauthn"),
    path("email/", add_login.AddLoginView.as_view(), name="account_set_password"),
    path("email/sent/", add_login.ConfirmationSentView.as_view(), name="account_email_verification_sent"),
    path("email/<str:key>/", add_login.ConfirmAddressView.as_view(), name="account_confirm_email"),
    path("passkeys/add/", passkeys.AddPasskeyView.as_view(), name="mfa_add_webauthn"),
    path("passkeys/<int:pk>/", passkeys.PasskeyNameView.as_view(), name="mfa_edit_webauthn"),
    path("passkeys/<int:pk>/remove/", passkeys.RemovePasskeyView.as_view(), name="mfa_remove_webauthn"),
    path("devices/<uuid:device>/", keys.DeviceNameView.as_view(), name="device"),
    path("devices/<uuid:device>/revoke/", keys.RevokeDeviceView.as_view(), name="device_revoke"),
    path("programs/", page.ProgramsView.as_view(), name="programs"),
    path("tokens/", keys.NewTokenView.as_view(), name="token"),
    path("password/", password.ChangePasswordView.as_view(), name="account_change_password"),
    path("password/forgotten/", password.ForgottenView.as_view(), name="account_reset_password"),
    path("password/forgotten/sent/", password.ResetSentView.as_view(), name="account_reset_password_done"),
    path("password/new/", password.PasswordDoneView.as_view(), name="account_reset_password_from_key_done"),
    re_path(
        r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        password.NewPasswordView.as_view(),
        name="account_reset_password_from_key",
    ),
]
