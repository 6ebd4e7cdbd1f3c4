import { useEffect } from 'react'
import { create } from 'zustand'

type ImportTap = { tappedAtMs: number | null; tap(): void; forget(): void }

/** When the reader last sent a client to fetch lines. In memory only: a reload begins anew. */
export const useImportTap = create<ImportTap>()((set) => ({
  tappedAtMs: null,
  tap: () => set({ tappedAtMs: Date.now() }),
  forget: () => set({ tappedAtMs: null }),
}))

/** Notices every link on this screen and its sheets that opens another app: all of them import something. */
export function useNoticeImports(): void {
  const tap = useImportTap((state) => state.tap)
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link && opensApp(link.href)) tap()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [tap])
}

export function opensApp(href: string): boolean {
  return /^(?!https?:|mailto:|tel:)[a-z][a-z\d+.-]*:/i.test(href)
}
