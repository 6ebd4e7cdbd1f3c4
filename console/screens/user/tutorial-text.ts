import type { Language } from '../../../contract/languages.ts'

type Text = { title: string; body: string }

/** In the user's language, whatever the member reads. */
const texts: Record<Language, Text> = {
  'zh-CN': {
    title: '三步连上',
    body: `套餐已经可以用了，还没看到你连上过。

1. 打开[使用教程](/user/use_tutorial)，选你的设备，装好客户端。
2. 在[我的线路](/user/line_list)里点“导入”，客户端会自己打开。
3. 在客户端里选一个节点，打开连接。

卡在哪一步，直接在[联系客服](/user/customer_service)里写给我们。`,
  },
  'zh-TW': {
    title: '三步連上',
    body: `方案已經可以用了，還沒看到你連上過。

1. 打開[使用教學](/user/use_tutorial)，選你的裝置，裝好 App。
2. 在[我的線路](/user/line_list)裡點「匯入」，App 會自己打開。
3. 在 App 裡選一個節點，打開連線。

卡在哪一步，直接在[聯絡客服](/user/customer_service)裡寫給我們。`,
  },
  en: {
    title: 'Connected in three steps',
    body: `Your plan is ready, and we have not seen you connect yet.

1. Open the [setup guide](/user/use_tutorial), choose your device and install the app.
2. Press "Import" in [My lines](/user/line_list): the app opens by itself.
3. Choose a server in the app and connect.

Stuck at a step? Write to us at [support](/user/customer_service).`,
  },
}

export function tutorialIn(language: string): Text {
  return texts[language as Language] ?? texts['zh-CN']
}
