import { defineMessages } from '../i18n/index.ts'

export const missingPageMessages = defineMessages({
  en: {
    askAgain: 'Ask the broker again',
    toOverview: 'Go to the overview',
    forbidden: {
      title: (page: string) => `${page}: not for your role`,
      hint: 'The broker shows this to administrators only. Ask one of them to look, or to give you that role under Users.',
    },
    administratorsOnly:
      'You are signed in as a viewer, who sees everything and changes nothing. Ask an administrator to do it, or to give you that role under Users.',
    off: {
      title: (page: string) => `${page} is switched off`,
      hint: 'The broker knows of it and answers that it does not do it (501). It has to be switched on in the broker’s configuration.',
    },
    mqdeck: {
      title: (page: string) => `${page} comes with MQDeck’s own broker`,
      hint: (version: string) =>
        `This dashboard stands in front of EMQX ${version}, whose API has nothing of the kind. There is nothing to switch on; everything else works as usual.`,
    },
    enterprise: {
      title: (page: string) => `${page} is part of the enterprise edition`,
      hint: (version: string) =>
        `This cluster runs the open-source edition of EMQX ${version}, which does not have it. If the cluster is upgraded, the page appears with the next login.`,
    },
    'open-source': {
      title: (page: string) => `${page} is part of the open-source edition`,
      hint: (version: string) =>
        `This cluster runs the enterprise edition of EMQX ${version}, which does without it. There is nothing to do.`,
    },
    unknown: {
      title: (page: string) => `This broker does not have: ${page}`,
      hint: (version: string, request: string) =>
        `Version ${version} answers ${request} with 404. A newer version may have it; it may also be left out of this installation. If that changes, ask again.`,
    },
  },
  zh: {
    askAgain: '重新询问服务器',
    toOverview: '前往集群概览',
    forbidden: {
      title: (page: string) => `当前角色不能查看“${page}”`,
      hint: '服务器只向管理员显示此内容。请管理员代为查看，或在“用户”页面分配管理员角色。',
    },
    administratorsOnly:
      '当前以只读用户身份登录，可以查看所有内容，但不能更改。请管理员代为操作，或在“用户”页面分配管理员角色。',
    off: {
      title: (page: string) => `“${page}”未启用`,
      hint: '服务器支持此功能，但回复当前不提供（501）。需要在服务器配置中启用。',
    },
    mqdeck: {
      title: (page: string) => `“${page}”由 MQDeck 自带的服务器提供`,
      hint: (version: string) =>
        `当前连接的是 EMQX ${version}，其 API 没有这项功能，也没有可以启用的开关。其他功能不受影响。`,
    },
    enterprise: {
      title: (page: string) => `“${page}”属于企业版`,
      hint: (version: string) =>
        `当前集群运行的是 EMQX ${version} 开源版，不包含此功能。集群升级后，重新登录即可看到该页面。`,
    },
    'open-source': {
      title: (page: string) => `“${page}”属于开源版`,
      hint: (version: string) => `当前集群运行的是 EMQX ${version} 企业版，不包含此功能，无需任何操作。`,
    },
    unknown: {
      title: (page: string) => `服务器没有此功能：${page}`,
      hint: (version: string, request: string) =>
        `版本 ${version} 对 ${request} 的回复是 404。较新的版本可能支持，也可能当前安装未包含此功能。情况变化后可重新询问。`,
    },
  },
})
