import { roleNames, type RoleName } from '../../../contract/role-names.ts'
import { useWords } from '../../words/language.ts'

const words = {
  owner: 'roleOwner',
  manager: 'roleManager',
  support: 'roleSupport',
  finance: 'roleFinance',
  viewer: 'roleViewer',
} as const satisfies Record<RoleName, string>

/** Translates a built-in role. A role that an owner made keeps its given name. */
export function useRoleName(): (role: string) => string {
  const t = useWords('shell')
  return (role) => {
    const builtIn = roleNames.find((name) => name === role)
    return builtIn ? t(words[builtIn]) : role
  }
}
