import { isNativeWrapper } from './native-wrapper.ts'

/** Who is in an app already, the desktop client included, is not asked to install one. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (isNativeWrapper()) event.preventDefault()
  })
}
