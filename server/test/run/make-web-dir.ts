import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { LANGUAGES } from '../../../contract/languages.ts'

/** The smallest folder with the shape of a web build. */
export function makeWebDir(): string {
  const webDir = mkdtempSync(path.join(tmpdir(), 'yuxian-web-'))
  makePortal(path.join(webDir, 'portal'))
  makeConsole(path.join(webDir, 'console'))
  return webDir
}

function makePortal(folder: string): void {
  mkdirSync(path.join(folder, 'pages'), { recursive: true })
  mkdirSync(path.join(folder, 'static', 'js'), { recursive: true })
  writeFileSync(path.join(folder, 'static', 'js', 'a-1.js'), '1')
  mkdirSync(path.join(folder, 'static', 'brand'))
  for (const name of ['fish', 'dolphin', 'neutral']) {
    writeFileSync(path.join(folder, 'static', 'brand', `${name}-home.png`), `picture of ${name}`)
  }
  writeFileSync(path.join(folder, '.build-hash'), 'abc')
  writeFileSync(path.join(folder, 'sw.js'), '/* the worker */')
  writeFileSync(path.join(folder, 'pages', 'csp.json'), '{"scriptHashes":["sha256-x"]}')
  for (const language of LANGUAGES) {
    for (const name of ['login', 'shell', 'user', 'user-tcbuy']) {
      writeFileSync(
        path.join(folder, 'pages', `${name}.${language}.html`),
        `<html data-page="${name}.${language}" data-scheme="%SCHEME%"><title>%BRAND_TITLE%</title><link href="%BRAND_ICON%">` +
          `<link rel="apple-touch-icon" href="%HOME_ICON%">` +
          `<style>%BRAND_STYLE%</style><script type="application/json" id="brand">%BRAND_JSON%</script></html>`,
      )
    }
  }
}

export function makeConsole(folder: string): void {
  mkdirSync(path.join(folder, 'static', 'js'), { recursive: true })
  writeFileSync(path.join(folder, 'static', 'js', 'main-1.js'), '1')
  writeFileSync(path.join(folder, 'static', 'scheme.js'), '1')
  writeFileSync(
    path.join(folder, 'page.html'),
    '<html lang="%LANGUAGE%" data-page="console" data-scheme="%SCHEME%"><title>%BRAND_TITLE%</title>' +
      '<style nonce="%NONCE%">%BRAND_STYLE%</style><script type="application/json" id="brand">%BRAND_JSON%</script></html>',
  )
  writeFileSync(path.join(folder, '.build-hash'), 'abc')
}
