import { flag, setting, struct, text } from '../struct/index.ts'

/** Usage reports of this broker (root `telemetry`). EMQX has only `enable`; its report URL is built in. */
export const telemetry = struct(
  'telemetry.telemetry',
  {
    enable: setting(flag(), {
      default: false,
      label: { en: 'Telemetry', zh: '遥测' },
      help: {
        en: 'Sends a daily report with the features in use and usage counts. If no report URL is set, nothing is sent.',
        zh: '每天上报一次正在使用的功能及其用量。未设置上报地址时不会发送任何数据。',
      },
    }),
    report_url: setting(text(), {
      default: '',
      label: { en: 'Report URL', zh: '上报地址' },
      help: {
        en: 'Address that receives the report as JSON (POST). If empty, nothing is sent.',
        zh: '以 JSON（POST）接收上报的地址。留空时不发送任何数据。',
      },
    }),
  },
  ({ report_url: address }, refuse) => {
    if (address === '') return
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
      return refuse('report_url', 'must be empty or begin with http:// or https://')
    const { username, password } = new URL(address)
    if (username !== '' || password !== '') refuse('report_url', 'must not contain a username or password')
  },
)
