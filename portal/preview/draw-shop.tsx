import '../../ui/styles/base.css'
import '../../ui/theme/mantine.css'
import 'virtual:theme-variables.css'
import { createRoot } from 'react-dom/client'

import { accentCss } from '../../contract/accent.ts'
import type { Brand } from '../../contract/brand.ts'
import { balanceNameOf } from '../../contract/default-brand.ts'
import { keepPageAlone } from '../../ui/device/storage.ts'
import { configureClient } from '../../ui/http/client.ts'
import type { Send } from '../../ui/http/exchange.ts'
import { loadChunk } from '../../ui/http/load-chunk.ts'
import type { DrawShop, ShopLook } from '../../ui/theme/shop-preview.ts'
import { currentLanguage, hasWords, startWords } from '../../ui/words/word-store.ts'
import { configOf } from '../demo/brands.ts'
import { sendToDemo } from '../demo/transport.ts'
import { useBrand } from '../state/brand.ts'
import { useConfigState } from '../state/config.ts'
import { ShopPage } from './shop-page.tsx'

const WORDS = ['base', 'login', 'user']

// This code runs in the console's page: before anything else, keep it away from storage, cookies and the network.
keepPageAlone()
configureClient({ send: sendToSample, language: currentLanguage })

/**
 * The real pages with sample data, for the console's brand screen. A build of its own, so it shares neither words nor
 * calls nor state with the console; the frame has its own document, so its style and width are its own too.
 */
export const drawShop: DrawShop = (frame, scheme) => {
  const colours = new frame.defaultView!.CSSStyleSheet()
  frame.adoptedStyleSheets = [colours]
  const root = createRoot(frame.body)
  let newest: ShopLook
  return {
    async show(look) {
      newest = look
      await sayIn(look.language)
      // While its words were loading, somebody typed on.
      if (look !== newest) return
      frame.documentElement.lang = look.language
      colours.replaceSync(accentCss(look.brand.accent))
      wear(look.brand)
      root.render(<ShopPage page={look.page} scheme={scheme} root={frame.documentElement} />)
    },
    end: () => root.unmount(),
  }
}

async function sayIn(language: ShopLook['language']): Promise<void> {
  if (currentLanguage() === language && hasWords(...WORDS)) return
  await loadChunk(() => startWords(language, WORDS))
}

function wear(given: ShopLook['brand']): void {
  const brand: Brand = { ...given, balanceName: balanceNameOf(given.key) }
  const { setDailiKey, setWhiteList, setDailiConfig } = useConfigState.getState()
  setDailiKey(brand.key)
  setWhiteList([brand.key])
  setDailiConfig(configOf(brand))
  useBrand.setState(brand, true)
}

/** Answers as in the demo; a call that would bring another brand is never answered. */
function sendToSample(...request: Parameters<Send>): ReturnType<Send> {
  return request[0].url.startsWith('/api/daili/') ? new Promise(() => {}) : sendToDemo(...request)
}
