"""What the server is measured against: the least that a view behind the same key can do."""

from typing import Any, ClassVar

from django.db import connection, transaction
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scorekeeper.urls import urlpatterns as project


class Insert(APIView):
    """One row, stored for good."""

    def post(self, request: Request) -> Response:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("INSERT INTO bare (text) VALUES (%s)", [str(request.data)])
        return Response({"stored": 1})


class Twenty(APIView):
    """Twenty rows, read and sent."""

    def get(self, request: Request) -> Response:
        with connection.cursor() as cursor:
            cursor.execute("SELECT id, text FROM bare ORDER BY id LIMIT 20")
            return Response([{"id": id, "text": text} for id, text in cursor.fetchall()])


class Hello(APIView):
    authentication_classes: ClassVar[list[Any]] = []
    permission_classes: ClassVar[list[Any]] = []

    def get(self, request: Request) -> Response:
        return Response({"hello": "world"})


urlpatterns = [
    path("bare/insert/", Insert.as_view()),
    path("bare/twenty/", Twenty.as_view()),
    path("bare/hello/", Hello.as_view()),
    *project,
]
