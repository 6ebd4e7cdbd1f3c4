import type { Translation } from '../../../ui/words/translate.ts'
import type source from '../zh-cn/invite.ts'

export default {
  mail: '信箱',
  mailHint: '留空就給你一個連結，由你轉交',
  send: '送出邀請',
  makeLink: '產生連結',
  mailed: '邀請已寄出',
  linkText: '只顯示這一次，{{until}} 之前有效，用一次就作廢。不要貼在群組裡。',
  copyLink: '複製連結',
} satisfies Translation<typeof source>
