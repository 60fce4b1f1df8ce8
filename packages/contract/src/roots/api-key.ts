import { setting, struct, text } from '../struct/index.ts'

/** Root `api_key`: API keys that are created at startup. */
export const apiKeyOptions = struct('api_key', {
  bootstrap_file: setting(text(), {
    default: '',
    label: { en: 'Bootstrap file', zh: '密钥引导文件' },
    help: {
      en: 'Path of a file with one API key per line. Lines are key:secret or key:secret:role (administrator, viewer or publisher). The file is read at startup and when this setting changes. Keys removed from the file are not deleted.',
      zh: 'API 密钥文件的路径，每行一个。格式为 key:secret 或 key:secret:role（administrator、viewer 或 publisher）。在启动及此项修改时读取，从文件中移除的密钥不会被删除。',
    },
  }),
})
