import { roleNames } from '../../../contract/role-names.ts'
import { useWords } from '../../words/language.ts'
import type { Role } from './team-queries.ts'

const words = {
  owner: 'aboutOwner',
  manager: 'aboutManager',
  support: 'aboutSupport',
  finance: 'aboutFinance',
  viewer: 'aboutViewer',
} as const

/** One sentence about what a role may do. */
export function useRoleText(): (role: Role) => string {
  const t = useWords('team')
  return ({ id, name, permissions }) => {
    const builtIn = id === null ? roleNames.find((one) => one === name) : undefined
    return builtIn ? t(words[builtIn]) : t('aboutOwn', { count: permissions.length })
  }
}
