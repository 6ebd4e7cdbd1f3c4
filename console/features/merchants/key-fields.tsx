import { keysOf, type KeyKind, type MerchantKeys, type Provider } from '../../../contract/providers.ts'
import { Segments } from '../../../ui/components/segments.tsx'
import { useWords } from '../../words/language.ts'
import { Checkbox, PasswordInput, Textarea, TextInput } from '../form/fields.tsx'
import css from './merchants.module.css'
import type { KeyWord, TypedWord, Wrong } from './use-wrong-fields.ts'

type HintWord = `${KeyWord<'privateKey' | 'publicKey'>}_hint`

type Props = {
  provider: Provider
  /** All by default. */
  where?: (kind: KeyKind) => boolean
  keys: MerchantKeys
  onChange: (keys: MerchantKeys) => void
  wrong: Wrong
}

/** Keys are written and never read back. */
export function KeyFields({ provider, where = () => true, keys, onChange, wrong }: Props) {
  const t = useWords('payment')
  return keysOf(provider)
    .filter(([, kind]) => where(kind))
    .map(([name, kind]) => {
      const word = `${provider}_${name}` as KeyWord
      if (kind === 'flag') {
        const set = (isSet: boolean) => onChange({ ...keys, [name]: isSet })
        return (
          <Checkbox
            key={name}
            name={name}
            label={t(word)}
            checked={keys[name] === true}
            onChange={(event) => set(event.currentTarget.checked)}
          />
        )
      }
      if (typeof kind !== 'string') {
        const options = kind.map((value) => ({ value, label: t(`${word}_${value}` as KeyWord) }))
        const set = (value: string) => onChange({ ...keys, [name]: value })
        return (
          <Segments key={name} label={t(word)} value={String(keys[name] ?? kind[0])} options={options} onChange={set} />
        )
      }
      const field = {
        name,
        label: t(word),
        autoComplete: 'off',
        error: wrong(word as TypedWord, name),
        value: String(keys[name] ?? ''),
        onChange: (event: { currentTarget: { value: string } }) =>
          onChange({ ...keys, [name]: event.currentTarget.value }),
      }
      if (kind === 'secret') return <PasswordInput key={name} {...field} />
      if (kind === 'text') return <TextInput key={name} {...field} />
      if (kind === 'digits') return <TextInput key={name} inputMode="numeric" maxLength={16} {...field} />
      return (
        <Textarea
          key={name}
          description={t(`${word}_hint` as HintWord)}
          spellCheck={false}
          classNames={{ input: css.key ?? '' }}
          rows={kind === 'privateKey' ? 4 : 3}
          {...field}
        />
      )
    })
}
