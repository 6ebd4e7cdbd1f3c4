import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Connected } from '../../../contract/lines.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { findContacts, type Contact, loadVisit } from './queries.ts'

/** A fetch is written once a minute: one just before the reader asked for it may stand for the one after. */
const SLACK_MS = 60_000

export async function getConnected(
  ctx: Ctx<'user'>,
  { within }: Static<typeof api.lines.connected.input>,
): Promise<Connected> {
  const since = within === undefined ? null : new Date(ctx.now.getTime() - within * 1000)
  return findConnected(ctx, ctx.owner, since)
}

/** What the server has seen of a user's way to the first byte; with `since` only what is not older. */
export async function findConnected(
  { db, language }: Pick<Ctx, 'db' | 'language'>,
  owner: Owner,
  since: Date | null,
): Promise<Connected> {
  const visit = await loadVisit(db, owner)
  const contacts = await findContacts(db, owner)
  const imported = visit && isSince(visit.fetchedAt, since, SLACK_MS) ? visit.fetchedAt : null
  const first = firstContact(contacts, imported, since)
  const isOpened = visit !== null && isSince(visit.openedAt, since)
  return {
    stage: first ? 'connected' : imported ? 'imported' : isOpened ? 'opened' : 'none',
    system: isOpened ? visit.openedOn : null,
    client: imported ? visit!.client : null,
    importedAt: imported?.toISOString() ?? null,
    line: first && {
      lineId: first.lineId,
      nodeName: inLanguage(first.nodeName, first.nodeNames, language),
      region: first.region,
    },
    seconds: first && imported ? secondsBetween(imported, first.begunAt) : null,
    lastAt: latest(contacts)?.toISOString() ?? null,
  }
}

/**
 * The line with the first byte after the import. Without an import (a single line was added by hand) the use must have
 * begun since: bytes of before prove nothing.
 */
function firstContact(contacts: readonly Contact[], imported: Date | null, since: Date | null): Contact | null {
  const isAfter = ({ begunAt, seenAt }: Contact) =>
    imported ? seenAt.getTime() >= imported.getTime() : isSince(begunAt, since)
  const after = contacts.filter(isAfter)
  return after.find(({ begunAt }) => imported && begunAt >= imported) ?? after[0] ?? null
}

function isSince(at: Date | null, since: Date | null, slackMs = 0): boolean {
  return at !== null && (since === null || at.getTime() >= since.getTime() - slackMs)
}

/** Null when the line was in use before already. */
function secondsBetween(from: Date, to: Date): number | null {
  return to < from ? null : Math.round((to.getTime() - from.getTime()) / 1000)
}

function latest(contacts: readonly Contact[]): Date | null {
  return contacts.reduce<Date | null>((last, { seenAt }) => (last && last > seenAt ? last : seenAt), null)
}
