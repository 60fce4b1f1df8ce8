import { defineMessages } from '../../i18n/index.ts'

export const dashboardMessages = defineMessages({
  en: {
    title: 'Dashboard settings',
    http: 'HTTP listener',
    https: 'HTTPS listener',
    access: 'Access',
    httpsHint:
      'The listener is enabled when it has an address, for example 0.0.0.0:18084. Enter a certificate and its key below, as text or file paths.',
    moved: (address: string) =>
      `This page moves to ${address} and is no longer available at the current address. Sign in again there.`,
    listenerDisabled: (address: string) =>
      `You are connected through the listener that you are disabling. This page moves to ${address}. Sign in again there.`,
    unreachable:
      'You are connected through the listener that you are disabling, and no other listener is enabled. The dashboard will no longer be reachable.',
    newCertificate:
      'Open pages reconnect with the new certificate. A browser that does not trust it shows a warning before it opens this page again.',
    mayMove:
      'This page may no longer be reachable at this address, because it is accessed through a proxy or a mapped port, or because the new port is assigned on start. Make sure that you have another way to access the dashboard.',
    movedTitle: 'The dashboard has moved',
    movedHint: 'The settings are saved and applied. Sign in again at the new address.',
    open: (address: string) => `Open ${address}`,
    trust: 'If your browser does not trust the certificate, accept it there first.',
  },
  zh: {
    title: '控制台设置',
    http: 'HTTP 监听器',
    https: 'HTTPS 监听器',
    access: '访问',
    httpsHint: '填写地址后监听器即启用，例如 0.0.0.0:18084。证书与私钥可在下方粘贴，或填写文件路径。',
    moved: (address) => `保存后此页面的地址将变为 ${address}，当前地址将不再响应，需在新地址重新登录。`,
    listenerDisabled: (address) => `你正通过即将禁用的监听器访问。此页面将移至 ${address}，需在该地址重新登录。`,
    unreachable: '你正通过即将禁用的监听器访问，且没有其他已启用的监听器，之后将无法访问控制台。',
    newCertificate: '已打开的页面将使用新证书重新连接。不信任该证书的浏览器会在再次打开此页面前显示警告。',
    mayMove:
      '此页面通过代理或端口映射访问，或新端口在启动时才分配，因此可能无法再通过当前地址访问。请确认有其他方式访问控制台。',
    movedTitle: '控制台地址已变更',
    movedHint: '设置已保存并生效，请在新地址重新登录。',
    open: (address) => `打开 ${address}`,
    trust: '如果浏览器不信任该证书，需先在新地址接受它。',
  },
})
