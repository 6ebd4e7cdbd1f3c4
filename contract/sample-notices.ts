/** The notices of the demo. The demo's hosted page, rendered on the server, shows the same. */
export const sampleNotices = [
  {
    id: '3',
    title: '新节点：首尔',
    hoursAgo: 26,
    isPinned: true,
    isRead: false,
    paragraphs: ['首尔节点已经开放，延迟低，适合看视频和打游戏。', '在「安装线路」里就能装上。'],
  },
  {
    id: '2',
    title: '香港 02 例行维护',
    hoursAgo: 1,
    isPinned: false,
    isRead: false,
    paragraphs: ['香港 02 正在维护，大约两小时。', '装在这里的线路可以免费换到别的节点。'],
  },
  {
    id: '1',
    title: '邀请朋友，一起省钱',
    hoursAgo: 16 * 24,
    isPinned: false,
    isRead: true,
    paragraphs: ['朋友用你的邀请码注册并购买套餐，你会得到佣金。', '佣金可以用来买套餐，也可以提现。'],
  },
] as const
