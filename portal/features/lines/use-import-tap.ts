import { useEffect } from 'react'
import { create } from 'zustand'

import { useCopy } from '../account/use-copy.ts'

type ImportTap = { tappedAtMs: number | null; tap(): void; forget(): void }

/** When the reader last sent a client to fetch lines. In memory only: a reload begins anew. */
export const useImportTap = create<ImportTap>()((set) => ({
  tappedAtMs: null,
  tap: () => set({ tappedAtMs: Date.now() }),
  forget: () => set({ tappedAtMs: null }),
}))

/** Copies what a client is given by hand: that too sends it to fetch lines. */
export function useCopyFeed(): (text: string) => Promise<void> {
  const copy = useCopy()
  const tap = useImportTap((state) => state.tap)
  return async (text) => {
    if (await copy(text)) tap()
  }
}

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
