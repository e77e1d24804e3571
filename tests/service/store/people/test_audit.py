"""The audit, the same on every store."""

from service.store.people.record import AuditEntry
from service.store.ports import Store


def entry(number: int) -> AuditEntry:
    """Return an entry of its own."""
    return AuditEntry(number, "p_root", "ban", f"p_{number}", "spam")


async def test_entries_come_newest_first_in_pages(store: Store) -> None:
    for number in range(5):
        await store.audit.add(entry(number))

    first = await store.audit.page(2, None)
    second = await store.audit.page(2, first[-1][0])
    third = await store.audit.page(2, second[-1][0])

    told = [[at.at_ms for _, at in page] for page in (first, second, third)]
    assert told == [[4, 3], [2, 1], [0]]
    assert await store.audit.page(2, third[-1][0]) == ()


async def test_an_empty_audit_has_no_entries(store: Store) -> None:
    assert await store.audit.page(10, None) == ()
