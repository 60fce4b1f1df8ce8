import { defineMessages } from '../../i18n/index.ts'

export const dashboardMessages = defineMessages({
  en: {
    title: 'Dashboard',
    http: 'HTTP listener',
    https: 'HTTPS listener',
    access: 'Access',
    httpsHint:
      'Off until it has an address, such as 0.0.0.0:18084. Below, paste a certificate and its key or name files.',
    moved: (address: string) =>
      `This page will be reachable at ${address}. It will not answer here any more, and you will have to sign in again there.`,
    off: (address: string) =>
      `You are connected through the listener that you are turning off. From then on this page is at ${address}, where you will have to sign in again.`,
    offForGood:
      'You are connected through the listener that you are turning off, and no other one is on: nobody could open this page any more.',
    certificate:
      'Open pages will be reconnected with the new certificate. A browser that does not trust it will ask before it shows this page again.',
    unsure:
      'This page is reached through a proxy or a mapped port, or the new port is chosen when it is opened: it may not answer at this address any more. Make sure that you know another way in.',
    movedTitle: 'The dashboard has moved',
    movedHint: 'The settings are saved and in force. Sign in again at the new address.',
    open: (address: string) => `Open ${address}`,
    trust: 'A certificate that your browser does not trust has to be accepted there first.',
  },
  zh: {
    title: '控制台设置',
    http: 'HTTP 监听器',
    https: 'HTTPS 监听器',
    access: '访问',
    httpsHint: '填写地址后开启，例如 0.0.0.0:18084。证书与私钥可在下方粘贴，或填写文件路径。',
    moved: (address) => `保存后此页面的地址将变为 ${address}，当前地址将不再响应，需在新地址重新登录。`,
    off: (address) => `你正通过即将关闭的监听器访问。关闭后此页面的地址为 ${address}，需重新登录。`,
    offForGood: '你正通过即将关闭的监听器访问，且没有其他监听器处于开启状态，此后将无法打开此页面。',
    certificate: '已打开的页面将使用新证书重新连接。不信任该证书的浏览器会在再次显示此页面前询问。',
    unsure: '此页面通过代理或端口映射访问，或新端口在打开时才能确定，当前地址可能不再响应。请确认有其他访问方式。',
    movedTitle: '控制台地址已变更',
    movedHint: '设置已保存并生效，请在新地址重新登录。',
    open: (address) => `打开 ${address}`,
    trust: '如果浏览器不信任该证书，需先在新地址接受它。',
  },
})
