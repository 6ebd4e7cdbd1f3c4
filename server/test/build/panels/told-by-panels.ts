import type { PanelName } from './schemas.ts'

/**
 * What each panel's own documents tell clients of the nodes of the kinds, by format: published behaviour of V2Board 1.7.4,
 * of wyx2685's of April 2026 and of Xboard of May 2026. `@` is the node's own host, `*` the user's uuid, `#` the public key.
 */
export const TOLD: Record<PanelName, Record<string, Record<string, string>>> = {
  v2board: {
    'vmess-tcp': { 'uri clash': 'port=443 protocol=vmess' },
    'vmess-tcp-list': { 'uri clash': 'port=443 protocol=vmess' },
    'vmess-tcp-tls': {
      uri: 'port=443 protocol=vmess security=tls sni=sni.example.com',
      clash: 'insecure=1 port=443 protocol=vmess security=tls sni=sni.example.com',
    },
    'vmess-tcp-http': { 'uri clash': 'header=http port=443 protocol=vmess' },
    'vmess-ws': { 'uri clash': 'host=cdn.example.com network=ws path=/ray port=443 protocol=vmess' },
    'vmess-ws-tls': {
      uri: 'host=sni.example.com network=ws path=/ray port=443 protocol=vmess security=tls sni=sni.example.com',
      clash:
        'host=sni.example.com insecure=1 network=ws path=/ray port=443 protocol=vmess security=tls sni=sni.example.com',
    },
    'vmess-ws-bare': { 'uri clash': 'host=@ network=ws path=/ray port=443 protocol=vmess security=tls sni=@' },
    'vmess-ws-early': {
      uri: 'early=2048 host=cdn.example.com network=ws path=/ray port=443 protocol=vmess security=tls sni=sni.example.com',
      clash:
        'early=2048 host=cdn.example.com insecure=1 network=ws path=/ray port=443 protocol=vmess security=tls sni=sni.example.com',
    },
    'vmess-ws-null': { 'uri clash': 'host=@ network=ws path=/ port=443 protocol=vmess security=tls sni=@' },
    'vmess-grpc': {
      uri: 'network=grpc port=443 protocol=vmess security=tls service=gun sni=sni.example.com',
      clash: 'insecure=1 network=grpc port=443 protocol=vmess security=tls service=gun sni=sni.example.com',
    },
    'vmess-kcp': {
      uri: 'network=kcp port=443 protocol=vmess',
      clash: 'port=443 protocol=vmess',
    },
    'vmess-h2': {
      uri: 'network=h2 port=443 protocol=vmess security=tls sni=sni.example.com',
      clash: 'insecure=1 port=443 protocol=vmess security=tls sni=sni.example.com',
    },
    'trojan-tcp': { 'uri clash': 'insecure=1 port=443 protocol=trojan security=tls sni=sni.example.com' },
    'trojan-bare': { 'uri clash': 'port=443 protocol=trojan security=tls sni=@' },
    'trojan-port': { 'uri clash': 'port=8443 protocol=trojan security=tls sni=@' },
    'ss-aes': { 'uri clash': 'cipher=aes-128-gcm password=* port=443 protocol=ss' },
    'ss-chacha': { 'uri clash': 'cipher=chacha20-ietf-poly1305 password=* port=20000 protocol=ss' },
    'ss-2022-128': {
      'uri clash':
        'cipher=2022-blake3-aes-128-gcm password=MTUzYjQwZGY2ZTlhYjc3NA==:MDAwMDAwMDAtMDAwMC00MA== port=443 protocol=ss',
    },
    'ss-2022-256': {
      'uri clash':
        'cipher=2022-blake3-aes-256-gcm password=MTUzYjQwZGY2ZTlhYjc3NDQ2ZTUwZjQ3ZjQ0OTA2Yzc=:MDAwMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDA= port=8443 protocol=ss',
    },
    'ss-aes-192': { 'uri clash': 'cipher=aes-192-gcm password=* port=443 protocol=ss' },
    'ss-obfs': { 'uri clash': 'cipher=aes-256-gcm password=* port=443 protocol=ss' },
  },
  fork: {
    'vmess-tcp': { 'uri clash singBox': 'port=443 protocol=vmess' },
    'vmess-tcp-list': { 'uri clash singBox': 'port=443 protocol=vmess' },
    'vmess-tcp-tls': { 'uri clash singBox': 'insecure=1 port=443 protocol=vmess security=tls sni=sni.example.com' },
    'vmess-tcp-http': { 'uri clash singBox': 'header=http port=443 protocol=vmess' },
    'vmess-ws': { 'uri clash singBox': 'host=cdn.example.com network=ws path=/ray port=443 protocol=vmess' },
    'vmess-ws-tls': {
      'uri clash singBox':
        'host=sni.example.com insecure=1 network=ws path=/ray port=443 protocol=vmess security=tls sni=sni.example.com',
    },
    'vmess-ws-bare': { 'uri clash singBox': 'host=@ network=ws path=/ray port=443 protocol=vmess security=tls sni=@' },
    'vmess-ws-early': {
      'uri clash singBox':
        'early=2048 host=cdn.example.com insecure=1 network=ws path=/ray port=443 protocol=vmess security=tls sni=sni.example.com',
    },
    'vmess-ws-null': { 'uri clash singBox': 'host=@ network=ws path=/ port=443 protocol=vmess security=tls sni=@' },
    'vmess-grpc': {
      'uri clash singBox':
        'insecure=1 network=grpc port=443 protocol=vmess security=tls service=gun sni=sni.example.com',
    },
    'vmess-kcp': {
      uri: 'network=kcp port=443 protocol=vmess',
      'clash singBox': 'port=443 protocol=vmess',
    },
    'vmess-h2': {
      uri: 'insecure=1 network=h2 port=443 protocol=vmess security=tls sni=sni.example.com',
      'clash singBox': 'insecure=1 port=443 protocol=vmess security=tls sni=sni.example.com',
    },
    'vless-tcp': { 'uri clash singBox': 'port=443 protocol=vless' },
    'vless-vision': {
      'uri clash singBox': 'flow=xtls-rprx-vision port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-udp443': {
      'uri clash singBox': 'flow=xtls-rprx-vision-udp443 port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-direct': {
      'uri clash singBox': 'flow=xtls-rprx-direct port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-reality': {
      'uri clash singBox':
        'flow=xtls-rprx-vision port=443 protocol=vless publicKey=# security=reality shortId=ab12 sni=www.apple.com',
    },
    'vless-reality-grpc': {
      'uri clash singBox':
        'network=grpc port=443 protocol=vless publicKey=# security=reality service=gun shortId=ab12 sni=www.apple.com',
    },
    'vless-http': { 'uri clash singBox': 'header=http port=443 protocol=vless security=tls sni=sni.example.com' },
    'vless-ws': {
      'uri clash singBox':
        'host=cdn.example.com network=ws path=/ray port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-ws-vision': {
      'uri clash singBox':
        'flow=xtls-rprx-vision host=cdn.example.com network=ws path=/ray port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-xhttp': {
      'uri clash':
        'host=cdn.example.com mode=stream-one network=xhttp path=/x port=443 protocol=vless security=tls sni=sni.example.com',
      singBox: 'port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-xhttp-extra': {
      uri: 'extra={"xPaddingBytes":"100-1000"} host=sni.example.com network=xhttp path=/x port=443 protocol=vless security=tls sni=sni.example.com',
      clash: 'host=sni.example.com network=xhttp path=/x port=443 protocol=vless security=tls sni=sni.example.com',
      singBox: 'port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-upgrade': {
      uri: 'host=cdn.example.com network=httpupgrade path=/u port=443 protocol=vless security=tls sni=sni.example.com',
      'clash singBox': 'port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-kcp': {
      uri: 'header=srtp network=kcp port=443 protocol=vless security=tls sni=sni.example.com',
      'clash singBox': 'port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-ech': { 'uri clash singBox': 'ech=on port=443 protocol=vless security=tls sni=sni.example.com' },
    'vless-ech-own': { 'uri clash singBox': 'ech=on port=443 protocol=vless security=tls sni=sni.example.com' },
    'trojan-tcp': { 'uri clash singBox': 'insecure=1 port=443 protocol=trojan security=tls sni=sni.example.com' },
    'trojan-ws': {
      'uri clash singBox':
        'host=cdn.example.com network=ws path=/ray port=443 protocol=trojan security=tls sni=sni.example.com',
    },
    'trojan-grpc': { 'uri clash singBox': 'network=grpc port=443 protocol=trojan security=tls service=gun sni=@' },
    'ss-aes': { 'uri clash singBox': 'cipher=aes-128-gcm password=* port=443 protocol=ss' },
    'ss-chacha': { 'uri clash singBox': 'cipher=chacha20-ietf-poly1305 password=* port=20000 protocol=ss' },
    'ss-2022-128': {
      'uri clash singBox':
        'cipher=2022-blake3-aes-128-gcm password=MTUzYjQwZGY2ZTlhYjc3NA==:MDAwMDAwMDAtMDAwMC00MA== port=443 protocol=ss',
    },
    'ss-2022-256': {
      'uri clash singBox':
        'cipher=2022-blake3-aes-256-gcm password=MTUzYjQwZGY2ZTlhYjc3NDQ2ZTUwZjQ3ZjQ0OTA2Yzc=:MDAwMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDA= port=8443 protocol=ss',
    },
    'ss-aes-192': { 'uri clash singBox': 'cipher=aes-192-gcm password=* port=443 protocol=ss' },
    'ss-obfs': {
      'uri singBox': 'cipher=aes-256-gcm password=* plugin=obfs-local port=443 protocol=ss',
      clash: 'cipher=aes-256-gcm password=* plugin=obfs port=443 protocol=ss',
    },
    'hysteria-one': {
      uri: 'port=443 protocol=hysteria',
      clash: 'down=10 port=443 protocol=hysteria up=20',
      singBox: 'down=10 port=443 protocol=hysteria security=tls sni=s.example.com up=20',
    },
    'hysteria-two': { 'uri clash singBox': 'insecure=1 port=443 protocol=hysteria2 security=tls sni=sni.example.com' },
    'hysteria-hops': {
      'uri clash':
        'obfs=salamander obfsPassword=fog port=20000 ports=20000-30000,40000 protocol=hysteria2 security=tls sni=@',
      singBox: 'obfs=salamander obfsPassword=fog port=20000 ports=20000-30000 protocol=hysteria2 security=tls sni=@',
    },
    'tuic-bbr': {
      'uri clash singBox': 'congestion=bbr insecure=1 port=443 protocol=tuic security=tls sni=sni.example.com',
    },
    'tuic-odd': {
      uri: 'congestion=new_reno disableSni=1 port=443 protocol=tuic relay=quic security=tls sni=sni.example.com',
      clash:
        'congestion=new_reno disableSni=1 port=443 protocol=tuic relay=quic security=tls sni=sni.example.com zeroRtt=1',
      singBox: 'congestion=new_reno port=443 protocol=tuic relay=quic security=tls sni=sni.example.com',
    },
    'anytls-own': { 'uri clash singBox': 'insecure=1 port=443 protocol=anytls security=tls sni=sni.example.com' },
    'anytls-bare': { 'uri clash singBox': 'port=443 protocol=anytls security=tls sni=@' },
    'node-vless': {
      'uri clash singBox':
        'host=cdn.example.com network=ws path=/ray port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'node-vmess': {
      'uri singBox':
        'host=cdn.example.com network=ws path=/ray port=443 protocol=vmess security=tls sni=sni.example.com',
      clash: 'host=cdn.example.com network=ws path=/ray port=443 protocol=vmess security=tls sni=@',
    },
    'node-trojan': { 'uri clash singBox': 'port=443 protocol=trojan security=tls sni=sni.example.com' },
    'node-trojan-reality': { 'uri clash singBox': 'port=443 protocol=trojan security=tls sni=www.apple.com' },
    'node-ss': {
      'uri clash singBox':
        'cipher=2022-blake3-aes-128-gcm password=MTUzYjQwZGY2ZTlhYjc3NA==:MDAwMDAwMDAtMDAwMC00MA== port=443 protocol=ss',
    },
    'node-ss-obfs': {
      'uri singBox': 'cipher=aes-128-gcm password=* plugin=obfs-local port=443 protocol=ss',
      clash: 'cipher=aes-128-gcm password=* plugin=obfs port=443 protocol=ss',
    },
    'node-hysteria': {
      'uri clash singBox':
        'obfs=salamander obfsPassword=fog port=443 protocol=hysteria2 security=tls sni=sni.example.com',
    },
    'node-tuic': { 'uri clash singBox': 'congestion=cubic port=443 protocol=tuic security=tls sni=sni.example.com' },
    'node-anytls': { 'uri clash singBox': 'port=443 protocol=anytls security=tls sni=sni.example.com' },
    'node-anytls-reality': {
      'uri singBox': 'port=443 protocol=anytls publicKey=# security=reality shortId=ab12 sni=www.apple.com',
      clash: 'port=443 protocol=anytls security=tls sni=www.apple.com',
    },
  },
  xboard: {
    'vmess-tcp': { 'uri clash singBox': 'port=443 protocol=vmess' },
    'vmess-http': { 'uri clash singBox': 'header=http port=443 protocol=vmess' },
    'vmess-ws': {
      uri: 'host=cdn.example.com network=ws path=/ray port=443 protocol=vmess security=tls sni=sni.example.com',
      'clash singBox':
        'host=cdn.example.com insecure=1 network=ws path=/ray port=443 protocol=vmess security=tls sni=sni.example.com',
    },
    'vmess-upgrade': {
      uri: 'host=@ network=httpupgrade path=/u port=443 protocol=vmess security=tls sni=sni.example.com',
      clash:
        'host=sni.example.com insecure=1 network=httpupgrade path=/u port=443 protocol=vmess security=tls sni=sni.example.com',
      singBox: 'host=@ insecure=1 network=httpupgrade path=/u port=443 protocol=vmess security=tls sni=sni.example.com',
    },
    'vmess-mux': {
      uri: 'port=443 protocol=vmess',
      'clash singBox': 'multiplex=on port=443 protocol=vmess',
    },
    'vmess-h2': {
      uri: 'network=h2 port=443 protocol=vmess security=tls sni=sni.example.com',
      clash: 'insecure=1 network=h2 port=443 protocol=vmess security=tls sni=sni.example.com',
      singBox: 'header=http insecure=1 port=443 protocol=vmess security=tls sni=sni.example.com',
    },
    'vless-vision': {
      'uri clash singBox': 'flow=xtls-rprx-vision insecure=1 port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-reality': {
      'uri clash singBox':
        'flow=xtls-rprx-vision port=443 protocol=vless publicKey=# security=reality shortId=ab12 sni=www.apple.com',
    },
    'vless-grpc': {
      'uri clash singBox':
        'insecure=1 network=grpc port=443 protocol=vless security=tls service=gun sni=sni.example.com',
    },
    'vless-xhttp': {
      'uri clash':
        'host=cdn.example.com insecure=1 network=xhttp path=/x port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-ech': {
      uri: 'port=443 protocol=vless security=tls sni=sni.example.com',
      'clash singBox': 'ech=on port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'trojan-tcp': { 'uri clash singBox': 'insecure=1 port=443 protocol=trojan security=tls sni=sni.example.com' },
    'trojan-ws': {
      'uri clash singBox':
        'host=cdn.example.com insecure=1 network=ws path=/ray port=443 protocol=trojan security=tls sni=sni.example.com',
    },
    'trojan-reality': {
      'uri clash singBox': 'port=443 protocol=trojan publicKey=# security=reality shortId=ab12 sni=www.apple.com',
    },
    'trojan-old': { 'uri clash singBox': 'port=443 protocol=trojan security=tls sni=@' },
    'ss-2022': {
      'uri clash singBox':
        'cipher=2022-blake3-aes-256-gcm password=MTUzYjQwZGY2ZTlhYjc3NDQ2ZTUwZjQ3ZjQ0OTA2Yzc=:MDAwMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDA= port=443 protocol=ss',
    },
    'ss-plugin': {
      'uri singBox': 'cipher=aes-128-gcm password=* plugin=obfs-local port=443 protocol=ss',
      clash: 'cipher=aes-128-gcm password=* plugin=obfs port=443 protocol=ss',
    },
    'ss-range': { 'uri clash singBox': 'cipher=aes-256-gcm password=* port=20000 protocol=ss' },
    'hysteria-one': {
      uri: 'insecure=1 port=443 protocol=hysteria',
      clash: 'down=20 insecure=1 port=443 protocol=hysteria up=10',
      singBox: 'down=20 insecure=1 port=443 protocol=hysteria security=tls sni=sni.example.com up=10',
    },
    'hysteria-two': {
      uri: 'insecure=1 obfs=salamander obfsPassword=fog port=443 protocol=hysteria2 security=tls sni=sni.example.com',
      'clash singBox':
        'down=200 insecure=1 obfs=salamander obfsPassword=fog port=443 protocol=hysteria2 security=tls sni=sni.example.com up=100',
    },
    'hysteria-hops': {
      uri: 'insecure=1 port=20000 ports=20000-30000 protocol=hysteria2 security=tls sni=sni.example.com',
      clash: 'hop=30 insecure=1 port=20000 ports=20000-30000 protocol=hysteria2 security=tls sni=sni.example.com',
      singBox: 'insecure=1 port=20000 protocol=hysteria2 security=tls sni=sni.example.com',
    },
    'tuic-cubic': {
      'uri clash singBox': 'congestion=cubic insecure=1 port=443 protocol=tuic security=tls sni=sni.example.com',
    },
    'tuic-four': {
      'uri clash singBox':
        'congestion=bbr insecure=1 port=443 protocol=tuic relay=quic security=tls sni=sni.example.com',
    },
    'anytls-own': { 'uri clash singBox': 'insecure=1 port=443 protocol=anytls security=tls sni=sni.example.com' },
    'anytls-ech': {
      uri: 'port=443 protocol=anytls security=tls sni=sni.example.com',
      'clash singBox': 'ech=on port=443 protocol=anytls security=tls sni=sni.example.com',
    },
    'socks-five': {
      'uri singBox': 'port=443 protocol=socks',
      clash: 'port=443 protocol=socks5',
    },
    'http-one': { 'uri clash singBox': 'port=443 protocol=http' },
    'mieru-one': { clash: 'port=443 protocol=mieru' },
  },
}
