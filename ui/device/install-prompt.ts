import { wrapperVariant } from './native-wrapper.ts'

/** Who is in an app already, old or new, the desktop client included, is not asked to install one. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (wrapperVariant() !== null) event.preventDefault()
  })
}
