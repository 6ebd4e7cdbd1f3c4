import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { consoleApi } from '../../../contract/console/api.ts'
import { call } from '../../session/call.ts'

export type Member = Static<typeof consoleApi.staff.list.output>['rows'][number]
export type Role = Static<typeof consoleApi.staff.roles.output>['rows'][number]
export type Invitation = Static<typeof consoleApi.staff.invitations.output>['rows'][number]

export const useMembers = () =>
  useQuery({ queryKey: ['team', 'members'], queryFn: () => call(consoleApi.staff.list, {}) })
export const useRoles = () => useQuery({ queryKey: ['team', 'roles'], queryFn: () => call(consoleApi.staff.roles, {}) })
export const useInvitations = () =>
  useQuery({ queryKey: ['team', 'invitations'], queryFn: () => call(consoleApi.staff.invitations, {}) })

/** Reloads all of them, because a change of one shows in the others: a role shows how many members have it. */
export function useReloadTeam(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['team'] })
}

/** A call names a built-in role by its name and a custom role by its number. */
export const roleKey = ({ id, name }: Pick<Role, 'id' | 'name'>) => (id === null ? name : `#${id}`)

export function roleRef(key: string) {
  type Ref = Static<typeof consoleApi.staff.changeRole.input>['role']
  return (key.startsWith('#') ? { id: Number(key.slice(1)) } : { name: key }) as Ref
}
