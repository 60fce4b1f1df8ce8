import { defineMessages } from '../../i18n/index.ts'

export const messages = defineMessages({
  en: {
    title: 'Explain access',
    description:
      'Why a client is let in or refused: every authenticator and every rule that has a say, one after the other.',
    viewer: 'Only administrators may ask',
    viewerHint: 'With this page passwords could be tried out.',
    draft: 'Unsaved settings',
    draftHint:
      'Judge the client by settings that are not saved: the broker reads them as strictly as if they were. ****** is the secret that is saved.',
    takeCurrent: 'Begin with the settings in force',
    forget: 'Use the settings in force again',
    authentication: 'Authentication: the chain, a JSON list',
    authorization: 'Authorization: JSON with sources, no_match, deny_action',
    notJson: 'This is not JSON.',
    notList: 'A list of authenticators is required: [ … ]',
    notObject: 'An object is required: { "sources": [ … ] }',
    couldNotRead: 'The settings in force could not be read.',
  },
  zh: {
    title: '访问诊断',
    description: '客户端为何被允许或拒绝：依次列出每个参与判断的认证器和规则。',
    viewer: '仅管理员可以使用',
    viewerHint: '此页面可能被用来尝试密码。',
    draft: '未保存的设置',
    draftHint: '按尚未保存的设置判断客户端，服务端会像保存时一样严格检查。****** 表示已保存的密钥。',
    takeCurrent: '以当前设置为起点',
    forget: '恢复使用当前设置',
    authentication: '认证：认证链，JSON 数组',
    authorization: '授权：JSON，包含 sources、no_match、deny_action',
    notJson: '不是有效的 JSON。',
    notList: '需要认证器数组：[ … ]',
    notObject: '需要对象：{ "sources": [ … ] }',
    couldNotRead: '无法读取当前设置。',
  },
})
