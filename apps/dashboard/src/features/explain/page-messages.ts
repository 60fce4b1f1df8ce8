import { defineMessages } from '../../i18n/index.ts'

export const messages = defineMessages({
  en: {
    title: 'Explain access',
    description:
      'Shows step by step which authenticators and sources accept or reject a client, and allow or deny its actions.',
    administratorsOnly: 'Only administrators can use this page',
    administratorsOnlyHint: 'It could be used to guess passwords.',
    draft: 'Unsaved settings',
    draftHint:
      'Explains decisions with settings that are not saved. The broker validates them as if they were saved. ****** means the saved secret.',
    loadCurrent: 'Load current settings',
    discardDraft: 'Discard unsaved settings',
    authentication: 'Authentication (JSON array)',
    authorization: 'Authorization (JSON object with sources, no_match and deny_action)',
    notJson: 'Invalid JSON.',
    notArray: 'Enter an array of authenticators: [ … ]',
    notObject: 'Enter an object: { "sources": [ … ] }',
    loadFailed: 'Could not load the current settings',
  },
  zh: {
    title: '权限诊断',
    description: '逐步显示哪些认证器允许或拒绝客户端，哪些数据源允许或拒绝其操作。',
    administratorsOnly: '仅管理员可以使用此页面',
    administratorsOnlyHint: '此页面可能被用来猜测密码。',
    draft: '未保存的设置',
    draftHint: '使用未保存的设置进行诊断，服务端按保存时的规则校验。****** 表示已保存的密钥。',
    loadCurrent: '加载当前设置',
    discardDraft: '放弃未保存的设置',
    authentication: '认证（JSON 数组）',
    authorization: '授权（JSON 对象，包含 sources、no_match 和 deny_action）',
    notJson: '无效的 JSON。',
    notArray: '请输入认证器数组：[ … ]',
    notObject: '请输入对象：{ "sources": [ … ] }',
    loadFailed: '无法加载当前设置',
  },
})
