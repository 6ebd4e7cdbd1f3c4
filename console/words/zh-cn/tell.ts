export default {
  title: '告诉平台',
  titleAbout: '告诉平台：{{name}}',
  text: '平台的人会看到你的名字和这段话。',
  label: '想说什么',
  hint: '比如：用户说下午开始连不上',
  send: '发给平台',
  sent: '已发给平台',
  contact: '急事也可以直接联系：{{contact}}',
} as const
