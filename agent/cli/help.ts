export const HELP = `Node agent of Yuxian

  install --server URL --token TOKEN [--key KEY] as root: make the service from this file, enrol and start it
  enrol --server URL --token TOKEN [--dir DIR]   trade the one-time token for this node's key
  launch [--dir DIR]                             run the newest release, and the one before if it does not serve
  run [--dir DIR]                                drive the engine until SIGTERM
  key KEY [--dir DIR]                            give the key to a node that was enrolled without it
  status [--dir DIR] [--json]                    how the running agent is
  help

KEY is the public key that signs releases: the portal's line has it.
DIR is /var/lib/yuxian-agent unless given, or the environment variable YUXIAN_AGENT_DIR.
\`run\` ends with 3 when another agent was enrolled for the same node; \`status\` ends with 1 when none is running,
and with 2 when it runs and something is wrong.`
