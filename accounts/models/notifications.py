"""How users are called when the site is not before their eyes."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User


class Occasion(models.TextChoices):
    """What somebody may be called for."""

    TURN = "turn", _("It is your turn at a table with days to act")
    INVITE = "invite", _("A friend invites you to a table")
    START = "start", _("Your table is full and the match begins")
    FRIEND = "friend", _("Somebody asks to be friends")


class NotificationSetting(models.Model):
    """For which occasions a user is called, and how; who has no row has the defaults.

    Attributes:
        push, mail: values of `Occasion`.
        tab: whether pages of the site that are out of sight may show a notice of the browser.
    """

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="notification_setting")
    push = models.JSONField(default=list)
    mail = models.JSONField(default=list)
    tab = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"notification setting of user {self.pk}"


class PushSubscription(models.Model):
    """A browser that a user lets the site call, by its push service.

    Attributes:
        endpoint: the push service's address for it; whoever knows it can send only what the site's key has signed.
        p256dh, auth: the browser's public key and its secret (RFC 8291), base64url.
        failures: answers in a row that were neither yes nor "gone".
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=40)
    user_agent = models.CharField(max_length=300, blank=True, default="")
    created_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"a browser of user {self.user_id}"


class Notification(models.Model):
    """One call of one user; its key makes it once, however often it is asked for.

    Attributes:
        key: what it is about, unique to the user, such as `turn:17:204`.
        title, body: as they are shown; nothing that not everybody may know.
        path: the page that it leads to.
        due_at: when it is sent; None once that was done, or when it was withdrawn.
        mail_due_at: the same for the mail, which waits a little longer: who came meanwhile needs none.
        seen_at: when the user came to what it is about.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="notifications", db_index=False)
    occasion = models.CharField(max_length=8, choices=Occasion)
    key = models.CharField(max_length=80)
    title = models.CharField(max_length=120)
    body = models.CharField(max_length=200, blank=True, default="")
    path = models.CharField(max_length=200)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    mail_due_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "key"], name="notification_once"),
            models.CheckConstraint(condition=Q(occasion__in=Occasion.values), name="notification_occasion_known"),
        )
        indexes = (
            models.Index(fields=["due_at"], name="notification_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["mail_due_at"], name="notification_mail_due", condition=Q(mail_due_at__isnull=False)),
        )

    def __str__(self) -> str:
        return f"{self.occasion} for user {self.user_id}: {self.key}"
