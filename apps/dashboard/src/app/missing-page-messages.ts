import { defineMessages } from '../i18n/index.ts'

export const missingPageMessages = defineMessages({
  en: {
    checkAgain: 'Check again',
    toOverview: 'Go to the overview',
    forbidden: {
      title: (page: string) => `${page}: administrators only`,
      hint: 'Only administrators can view this page. An administrator can change your role under Users.',
    },
    administratorsOnly:
      'You are signed in as a viewer. Viewers cannot change anything. An administrator can change your role under Users.',
    off: {
      title: (page: string) => `${page} is disabled`,
      hint: 'The broker supports this feature but reports it as disabled (501). Enable it in the configuration of the broker.',
    },
    mqdeck: {
      title: (page: string) => `${page} requires the MQDeck broker`,
      hint: (version: string) =>
        `This dashboard is connected to EMQX ${version}, whose API does not have this feature. All other pages are available.`,
    },
    enterprise: {
      title: (page: string) => `${page} is part of the enterprise edition`,
      hint: (version: string) =>
        `This cluster runs the open-source edition of EMQX ${version}, which does not include this feature. After an upgrade of the cluster, sign in again to see the page.`,
    },
    'open-source': {
      title: (page: string) => `${page} is part of the open-source edition`,
      hint: (version: string) =>
        `This cluster runs the enterprise edition of EMQX ${version}, which does not include this feature.`,
    },
    unknown: {
      title: (page: string) => `${page} is not available on this broker`,
      hint: (version: string, request: string) =>
        `Version ${version} returns 404 for ${request}. The feature requires a newer version or is not part of this installation.`,
    },
  },
  zh: {
    checkAgain: '重新检查',
    toOverview: '前往集群概览',
    forbidden: {
      title: (page: string) => `“${page}”仅限管理员查看`,
      hint: '只有管理员可以查看此页面。管理员可在“用户”页面更改你的角色。',
    },
    administratorsOnly: '当前以查看者身份登录，不能进行更改。管理员可在“用户”页面更改你的角色。',
    off: {
      title: (page: string) => `“${page}”未启用`,
      hint: '服务端支持此功能，但当前未启用（501）。请在服务端配置中启用。',
    },
    mqdeck: {
      title: (page: string) => `“${page}”需要 MQDeck 自带的服务端`,
      hint: (version: string) => `当前连接的是 EMQX ${version}，其 API 没有此功能。其他页面不受影响。`,
    },
    enterprise: {
      title: (page: string) => `“${page}”属于企业版`,
      hint: (version: string) =>
        `当前集群运行的是 EMQX ${version} 开源版，不包含此功能。集群升级后，重新登录即可看到该页面。`,
    },
    'open-source': {
      title: (page: string) => `“${page}”属于开源版`,
      hint: (version: string) => `当前集群运行的是 EMQX ${version} 企业版，不包含此功能。`,
    },
    unknown: {
      title: (page: string) => `当前服务端不支持“${page}”`,
      hint: (version: string, request: string) =>
        `版本 ${version} 对 ${request} 返回 404。此功能需要更新的版本，或未包含在当前安装中。`,
    },
  },
})
