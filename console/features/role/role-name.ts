import { roleNames, type RoleName } from '../../../contract/permissions.ts'
import { useWords } from '../../words/language.ts'

const words = {
  owner: 'roleOwner',
  manager: 'roleManager',
  support: 'roleSupport',
  finance: 'roleFinance',
  viewer: 'roleViewer',
} as const satisfies Record<RoleName, string>

/** A built-in role by its word, one that an owner made by the name it got. */
export function useRoleName(): (role: string) => string {
  const t = useWords('shell')
  return (role) => {
    const builtIn = roleNames.find((name) => name === role)
    return builtIn ? t(words[builtIn]) : role
  }
}
