import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { ApiError } from '../../../ui/http/api-error.ts'
import { pathAfterLogin } from '../../session/return-path.ts'
import { signIn } from '../../session/sign-in.ts'
import { usePasswordForm } from '../../features/sign-in/use-password-form.ts'

export function useLogin() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const [lockedName, setLockedName] = useState<string | null>(null)
  const login = usePasswordForm(async (input) => {
    setLockedName(null)
    try {
      await signIn(input)
      await navigate(pathAfterLogin(state), { replace: true })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.locked') setLockedName(input.userName)
      throw error
    }
  })
  return { ...login, lockedName }
}
