import { AppError } from '@mqdeck/contract'

export const foreignHost = () =>
  new AppError('BAD_REQUEST', 'This host name is not allowed. Add it to dashboard.allowed_hosts', {
    status: 421,
  })
