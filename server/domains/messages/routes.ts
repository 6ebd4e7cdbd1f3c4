import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { findMessages } from './find-messages.ts'
import { markRead } from './mark-read.ts'

export const messageRoutes = [bind(api.messages.list, findMessages), bind(api.messages.read, markRead)]
