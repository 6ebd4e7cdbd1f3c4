import { type ComponentProps, lazy, Suspense } from 'react'

import { Field } from '../../../ui/components/auth/field.tsx'
import { PasswordField } from '../../../ui/components/auth/password-field.tsx'
import type { useCaptcha } from '../../../ui/forms/use-captcha.ts'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { useWords } from '../../words/language.ts'

/** Loaded lazily, because few members are ever asked for a picture. */
const LazyPicture = lazy(() => loadChunk(() => import('../../../ui/forms/picture-field.tsx')))

type Problem = { error: string | undefined }

export function NameField(props: Problem & { defaultValue?: string | undefined }) {
  const t = useWords('signin')
  return (
    <Field
      name="name"
      label={t('name')}
      placeholder={t('nameHint')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}

type Password = Omit<ComponentProps<typeof PasswordField>, 'showLabel' | 'hideLabel'>

export function StaffPasswordField(props: Password) {
  const t = useWords('signin')
  return <PasswordField showLabel={t('showPassword')} hideLabel={t('hidePassword')} {...props} />
}

/** A code of the authenticator, or a recovery code. */
export function FactorField(props: Problem & { autoComplete: string; autoFocus?: boolean }) {
  const t = useWords('signin')
  return (
    <Field
      name="totp"
      label={t('code')}
      placeholder={t('codeHint')}
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={32}
      {...props}
    />
  )
}

/** Only if the server asks for a picture. */
export function PictureField({ captcha, error }: Problem & { captcha: ReturnType<typeof useCaptcha> }) {
  if (!captcha.picture) return null
  return (
    <Suspense>
      <LazyPicture picture={captcha.picture} error={error} onRenew={captcha.renewPicture} />
    </Suspense>
  )
}
