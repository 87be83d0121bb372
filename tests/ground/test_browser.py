"""A real browser loads our pages without an error."""


def test_the_first_page_logs_no_error(page, live_server):
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(live_server.url)
    assert page.get_by_role("heading", name="Scorekeeper").is_visible()
    assert complaints == []
