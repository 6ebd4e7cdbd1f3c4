import { readFileSync } from 'node:fs'

import { tellResellers, withdrawTold } from '../domains/notices/office/tell-resellers.ts'
import { findNotices, publishNotice, withdrawNotice } from '../domains/notices/operator.ts'
import type { ByLanguage } from '../platform/text/by-language.ts'
import { auditRead, command, UsageError } from './command.ts'
import { languageOptions, readLanguages, readMoment } from './read-options.ts'
import { tableLines } from './table.ts'

const LISTED = 100

export const noticeCommands = [
  command({
    name: 'notices publish',
    summary: 'Tell the users of one reseller or of all; the text is Markdown',
    hasDryRun: true,
    options: {
      reseller: { kind: 'number', help: 'key of the reseller' },
      all: { kind: 'flag', help: 'the users of every reseller' },
      title: { kind: 'text', help: 'one line', isRequired: true },
      ...languageOptions('title'),
      file: { kind: 'path', help: 'a Markdown file; standard input by default' },
      ...languageOptions('file', 'path'),
      pinned: { kind: 'flag', help: 'stays on top, and is news to new users too' },
      at: { kind: 'text', help: 'when it appears, such as 2026-11-14T09:00:00+08:00; now by default' },
      expires: { kind: 'text', help: 'when it disappears' },
    },
    async run(ctx, { reseller, all, title, file, pinned, at, expires, ...more }) {
      if ((reseller === null) !== all) throw new UsageError('either --reseller or --all')
      const wish = {
        resellerId: reseller,
        title,
        body: readText(file),
        titles: readLanguages(more['title-zh-tw'], more['title-en']),
        bodies: mapFiles(readLanguages(more['file-zh-tw'], more['file-en'])),
        isPinned: pinned,
        publishedAt: readMoment('at', at),
        expiresAt: readMoment('expires', expires),
      }
      const done = await publishNotice(ctx, wish, ctx.actor)
      const said = `Notice ${done.noticeId} is published (${done.publishedAt.toISOString()}): ${done.title}`
      return { lines: [said, done.summary], data: done }
    },
  }),
  command({
    name: 'notices tell-resellers',
    summary: 'Tell the staff of every reseller, in their console; the text is Markdown',
    hasDryRun: true,
    options: {
      title: { kind: 'text', help: 'one line', isRequired: true },
      ...languageOptions('title'),
      file: { kind: 'path', help: 'a Markdown file; standard input by default' },
      ...languageOptions('file', 'path'),
      at: { kind: 'text', help: 'when it appears, such as 2026-11-14T09:00:00+08:00; now by default' },
      expires: { kind: 'text', help: 'when it disappears' },
    },
    async run(ctx, { title, file, at, expires, ...more }) {
      const text = {
        title,
        body: readText(file),
        titles: readLanguages(more['title-zh-tw'], more['title-en']),
        bodies: mapFiles(readLanguages(more['file-zh-tw'], more['file-en'])),
        publishedAt: readMoment('at', at),
        expiresAt: readMoment('expires', expires),
      }
      const id = await tellResellers(ctx, text, ctx.actor)
      return { lines: [`Notice ${id} to resellers is published: ${title}`], data: { id } }
    },
  }),
  command({
    name: 'notices untell-resellers',
    summary: 'Take a notice to resellers away from everybody',
    hasDryRun: true,
    options: { notice: { kind: 'number', help: 'its number', isRequired: true } },
    async run(ctx, { notice }) {
      const title = await withdrawTold(ctx, notice, ctx.actor)
      return { lines: [`Notice ${notice} to resellers is withdrawn: ${title}`], data: { notice } }
    },
  }),
  command({
    name: 'notices list',
    summary: `The latest ${LISTED} notices and what became of them`,
    options: { reseller: { kind: 'number', help: 'only those of this reseller' } },
    async run(ctx, { reseller }) {
      const notices = await findNotices(ctx, reseller, LISTED)
      await auditRead(ctx, 'operator.notices_listed', reseller, notices.length)
      return { lines: tableLines(notices), data: { notices } }
    },
  }),
  command({
    name: 'notices withdraw',
    summary: 'Take a notice away from everybody',
    hasDryRun: true,
    options: { notice: { kind: 'number', help: 'its number, see: notices list', isRequired: true } },
    async run(ctx, { notice }) {
      const { title, changed } = await withdrawNotice(ctx, { noticeId: notice, resellerId: null }, ctx.actor)
      const lines = [`Notice ${notice} ${changed ? 'is now' : 'was already'} withdrawn: ${title}`]
      return { lines, data: { changed } }
    },
  }),
]

function mapFiles(files: ByLanguage): ByLanguage {
  return Object.fromEntries(Object.entries(files).map(([language, file]) => [language, readText(file).trim()]))
}

function readText(file: string | null): string {
  try {
    return readFileSync(file ?? process.stdin.fd, 'utf8')
  } catch (error) {
    throw new UsageError(`--file: ${(error as Error).message}`)
  }
}
