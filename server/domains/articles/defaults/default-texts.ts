import { HOUR_MS } from '../../../../contract/durations.ts'
import { limits } from '../../../../contract/limits.ts'

/** The ten questions that users of such a service ask most, in the order in which the help page lists them. */
export const DEFAULT_IDS = [
  'connect',
  'slow',
  'client',
  'import',
  'traffic',
  'paid',
  'expired',
  'devices',
  'password',
  'refund',
] as const
export type DefaultId = (typeof DEFAULT_IDS)[number]

/** `words`: what users type when they mean this; found by search and never shown to them. */
export type DefaultText = { title: string; body: string; words: string }
export type DefaultTexts = Readonly<Record<DefaultId, DefaultText>>

/** Numbers that the texts name. The operator may change them by the setting `LIMITS`. */
export const named = {
  codeMinutes: limits.operatorCodeTtlMs / 60_000,
  pauses: limits.pausesPerWindow,
  pauseInDays: limits.pauseWindowMs / HOUR_MS / 24,
  pauseMinHours: limits.pauseMinMs / HOUR_MS,
  pauseMaxDays: limits.pauseMaxMs / HOUR_MS / 24,
}
