import { setting, struct, text } from '../struct/index.ts'

/** Root `api_key`: keys that are there from the beginning. */
export const apiKeyOptions = struct('api_key', {
  bootstrap_file: setting(text(), {
    default: '',
    label: { en: 'Keys from a file', zh: '密钥引导文件' },
    help: {
      en: 'Each line is key:secret or key:secret:role (administrator, viewer or publisher). Read when the server starts and when this changes; a key that leaves the file stays.',
      zh: '每行格式为 key:secret 或 key:secret:role（administrator、viewer 或 publisher）。在服务启动及此项修改时读取，从文件中移除的密钥不会被删除。',
    },
  }),
})
