import type { Permission } from '../../../contract/permissions.ts'
import type { PlainKey } from '../../words/words.ts'

type Joined<S extends string, Sign extends string> = S extends `${infer A}${Sign}${infer B}`
  ? `${A}${Capitalize<Joined<B, Sign>>}`
  : S
type Camel<S extends string> = Joined<Joined<S, '.'>, '-'>

/** Turns `money.top-up` into the word key `moneyTopUp`: a permission without words does not compile. */
export function permissionWord(permission: Permission): PlainKey<'permissions'> {
  return permission.replaceAll(/[.-](\w)/g, (_sign, letter: string) => letter.toUpperCase()) as Camel<Permission>
}
