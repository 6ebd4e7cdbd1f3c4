import type { Language } from '../../contract/languages.ts'

/** `${label}`, `${min}`, `${max}` and `${type}` are filled in. */
export type Templates = {
  required: string
  length: { min: string; max: string; range: string }
  number: { min: string; max: string; range: string }
  type: string
  pattern: string
  typeNames: { email: string; integer: string; number: string; url: string }
}

export const validationTemplates: Readonly<Record<Language, Templates>> = {
  'zh-CN': {
    required: '请输入${label}',
    length: {
      min: '${label}至少${min}个字符',
      max: '${label}最多${max}个字符',
      range: '${label}须为${min}到${max}个字符',
    },
    number: { min: '${label}不能小于${min}', max: '${label}不能大于${max}', range: '${label}须在${min}到${max}之间' },
    type: '${label}不是有效的${type}',
    pattern: '${label}格式不正确',
    typeNames: { email: '邮箱', integer: '整数', number: '数字', url: '网址' },
  },
  'zh-TW': {
    required: '請輸入${label}',
    length: {
      min: '${label}至少${min}個字元',
      max: '${label}最多${max}個字元',
      range: '${label}須為${min}到${max}個字元',
    },
    number: { min: '${label}不能小於${min}', max: '${label}不能大於${max}', range: '${label}須在${min}到${max}之間' },
    type: '${label}不是有效的${type}',
    pattern: '${label}格式不正確',
    typeNames: { email: '電子郵件地址', integer: '整數', number: '數字', url: '網址' },
  },
  en: {
    required: 'Please enter the ${label}',
    length: {
      min: 'The ${label} needs at least ${min} characters',
      max: 'The ${label} can have at most ${max} characters',
      range: 'The ${label} needs ${min} to ${max} characters',
    },
    number: {
      min: 'The ${label} cannot be less than ${min}',
      max: 'The ${label} cannot be more than ${max}',
      range: 'The ${label} must be between ${min} and ${max}',
    },
    type: 'This is not a valid ${type}',
    pattern: 'The ${label} does not look right',
    typeNames: { email: 'e-mail address', integer: 'whole number', number: 'number', url: 'web address' },
  },
}
