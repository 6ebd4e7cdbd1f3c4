import type { Translate } from '../../words/words.ts'
import { momentsOf } from '../table/moments-of.ts'
import type { FilterField, Preset } from '../table/table-types.ts'
import type { UserChoices } from '../user/use-user-choices.ts'

type Words = Translate<'users'>
type States = Translate<'states'>

/** The filters that an address of the list of users may hold. */
export const userFilterKeys = [
  'state',
  'package',
  'endsWithinDays',
  'neverConnected',
  'overQuota',
  'balanceFromFen',
  'inviter',
  'registeredFrom',
  'registeredTo',
  'node',
  'seenWithinDays',
  'devicesFrom',
  'tag',
  'outage',
  'boughtFrom',
  'boughtTo',
  'firstPackage',
  'renewed',
  'not',
] as const

/** Days of the business as the moments that the server compares. */
export const userMoments = (filters: Readonly<Record<string, string>>) =>
  momentsOf('boughtFrom', 'boughtTo')(momentsOf('registeredFrom', 'registeredTo')(filters))

/** Questions that members ask every day. */
export function userPresets(t: Words): Preset[] {
  return [
    { label: t('ending'), filters: { endsWithinDays: '7' } },
    { label: t('overQuota'), filters: { overQuota: 'true' } },
    { label: t('neverConnected'), filters: { neverConnected: 'true' } },
    { label: t('paused'), filters: { state: 'paused' } },
    { label: t('expired'), filters: { state: 'expired' } },
  ]
}

type Choice = { id: number; name: string }
const optionsOf = (choices: readonly Choice[]) => choices.map(({ id, name }) => ({ value: String(id), label: name }))

export function userFilterFields(t: Words, states: States, { packages, nodes, tags }: UserChoices): FilterField[] {
  const yes = [{ value: 'true', label: t('yes') }]
  return [
    {
      key: 'state',
      label: t('state'),
      kind: 'choice',
      canTurn: true,
      options: [
        { value: 'active', label: states('stateActive') },
        { value: 'paused', label: states('statePaused') },
        { value: 'blocked', label: states('stateBlocked') },
        { value: 'expired', label: states('stateExpired') },
        { value: 'none', label: states('noPackage') },
        { value: 'locked', label: states('stateLocked') },
        { value: 'leaving', label: states('stateLeaving') },
      ],
    },
    {
      key: 'package',
      label: t('package'),
      kind: 'choice',
      canTurn: true,
      options: optionsOf(packages),
    },
    { key: 'node', label: t('node'), kind: 'choice', canTurn: true, options: optionsOf(nodes) },
    {
      key: 'tag',
      label: t('tag'),
      kind: 'choice',
      canTurn: true,
      options: tags.map((tag) => ({ value: tag, label: tag })),
    },
    { key: 'seenWithinDays', label: t('seenWithin'), kind: 'number', unit: t('dayUnit'), canTurn: true },
    { key: 'devicesFrom', label: t('devicesFrom'), kind: 'number', unit: t('deviceUnit'), canTurn: true },
    { key: 'endsWithinDays', label: t('endsWithin'), kind: 'number', unit: t('dayUnit'), canTurn: true },
    { key: 'neverConnected', label: t('neverConnected'), kind: 'choice', options: yes },
    { key: 'overQuota', label: t('overQuota'), kind: 'choice', options: yes },
    { key: 'balanceFromFen', label: t('balanceFrom'), kind: 'money', canTurn: true },
    { key: 'inviter', label: t('inviterId'), kind: 'number' },
    { key: 'registeredFrom', label: t('registeredFrom'), kind: 'day' },
    { key: 'registeredTo', label: t('registeredTo'), kind: 'day' },
    { key: 'boughtFrom', label: t('boughtFrom'), kind: 'day' },
    { key: 'boughtTo', label: t('boughtTo'), kind: 'day' },
    { key: 'firstPackage', label: t('firstPackage'), kind: 'choice', options: optionsOf(packages) },
    {
      key: 'renewed',
      label: t('renewal'),
      kind: 'choice',
      options: [
        { value: 'true', label: t('renewed') },
        { value: 'false', label: t('boughtOnce') },
      ],
    },
  ]
}
