import type { PanelName } from './schemas.ts'

/** The same of the odd kinds. Of a range of ports, of which each document has any, the first one. */
export const ODD_TOLD: Record<PanelName, Record<string, Record<string, string>>> = {
  v2board: {
    'vmess-words': {
      'uri clash': 'port=443 protocol=vmess security=tls sni=@',
    },
    'vmess-no-json': {
      'uri clash': 'port=443 protocol=vmess security=tls sni=@',
    },
    'vmess-beside': {
      'uri clash': 'host=@ network=ws path=/ray port=443 protocol=vmess',
    },
    'vmess-service': {
      'uri clash': 'network=grpc port=443 protocol=vmess',
    },
    'vmess-range': {
      'uri clash': 'port=20000 protocol=vmess',
    },
    'vmess-six': {
      'uri clash': 'address=2001:db8::1 port=443 protocol=vmess',
    },
    'vmess-left-over': {
      'uri clash': 'port=443 protocol=vmess',
    },
  },
  fork: {
    'vmess-words': {
      'uri clash singBox': 'port=443 protocol=vmess security=tls sni=@',
    },
    'vmess-no-json': {
      'uri clash singBox': 'port=443 protocol=vmess security=tls sni=@',
    },
    'vmess-beside': {
      'uri clash singBox': 'host=@ network=ws path=/ray port=443 protocol=vmess',
    },
    'vmess-service': {
      'uri clash singBox': 'network=grpc port=443 protocol=vmess',
    },
    'vmess-range': {
      'uri clash singBox': 'port=20000 protocol=vmess',
    },
    'vmess-six': {
      'uri clash singBox': 'address=2001:db8::1 port=443 protocol=vmess',
    },
    'vmess-left-over': {
      'uri clash singBox': 'port=443 protocol=vmess',
    },
    'vmess-upgrade': {
      uri: 'host=cdn.example.com network=httpupgrade path=/u port=443 protocol=vmess',
      'clash singBox': 'port=443 protocol=vmess',
    },
    'vmess-xhttp': {
      uri: 'host=cdn.example.com mode=packet-up network=xhttp path=/u port=443 protocol=vmess',
      'clash singBox': 'port=443 protocol=vmess',
    },
    'vless-encrypted': {
      'uri clash':
        'encryption=mlkem768x25519plus.native.0rtt.hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo port=443 protocol=vless',
      singBox: 'port=443 protocol=vless',
    },
    'vless-half': {
      'uri clash':
        'encryption=mlkem768x25519plus.native.0rtt.hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo port=443 protocol=vless',
      singBox: 'port=443 protocol=vless',
    },
    'vless-bare-reality': {
      'uri clash singBox': 'insecure=1 port=443 protocol=vless publicKey=# security=reality sni=www.apple.com',
    },
    'vless-no-settings': {
      'uri clash singBox': 'host=@ network=ws path=/ port=443 protocol=vless security=tls sni=@',
    },
    'vless-beside': {
      'uri clash singBox':
        'host=sni.example.com network=ws path=/ray port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-left-over': {
      'uri clash singBox': 'port=443 protocol=vless',
    },
    'vless-upgrade-bare': {
      uri: 'host=sni.example.com network=httpupgrade path=/ port=443 protocol=vless security=tls sni=sni.example.com',
      'clash singBox': 'port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'ss-chacha-2022': {
      'uri singBox':
        'cipher=2022-blake3-chacha20-poly1305 password=MTUzYjQwZGY2ZTlhYjc3NDQ2ZTUwZjQ3ZjQ0OTA2Yzc=:MDAwMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDA= port=443 protocol=ss',
      clash: 'cipher=2022-blake3-chacha20-poly1305 password=* port=443 protocol=ss',
    },
    'ss-six': {
      'uri clash singBox': 'address=2001:db8::1 cipher=aes-128-gcm password=* port=443 protocol=ss',
    },
    'hysteria-range': {
      'uri clash singBox': 'port=20000 ports=20000-20009 protocol=hysteria2 security=tls sni=@',
    },
    'hysteria-no-password': {
      'uri clash singBox': 'obfs=salamander port=443 protocol=hysteria2 security=tls sni=@',
    },
    'node-anytls-ws': {
      'uri singBox':
        'host=sni.example.com network=ws path=/ray port=443 protocol=anytls security=tls sni=sni.example.com',
      clash: 'port=443 protocol=anytls security=tls sni=sni.example.com',
    },
    'node-hops': {
      'uri clash': 'port=20000 ports=20000-30000,40000 protocol=hysteria2 security=tls sni=sni.example.com',
      singBox: 'port=20000 protocol=hysteria2 security=tls sni=sni.example.com',
    },
    'node-trojan-upgrade': {
      uri: 'host=sni.example.com network=httpupgrade path=/ port=443 protocol=trojan security=tls sni=sni.example.com',
      'clash singBox': 'port=443 protocol=trojan security=tls sni=sni.example.com',
    },
    'node-vless-encrypted': {
      'uri clash':
        'encryption=mlkem768x25519plus.native.0rtt.hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo port=443 protocol=vless security=tls sni=sni.example.com',
      singBox: 'port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'node-trojan-ech': {
      'uri clash singBox': 'ech=on port=443 protocol=trojan security=tls sni=sni.example.com',
    },
  },
  xboard: {
    'vmess-beside': {
      'uri clash singBox':
        'host=sni.example.com network=ws path=/ray port=443 protocol=vmess security=tls sni=sni.example.com',
    },
    'vmess-grpc': {
      'uri clash singBox': 'network=grpc port=443 protocol=vmess service=gun',
    },
    'vmess-service': {
      'uri clash singBox': 'network=grpc port=443 protocol=vmess',
    },
    'vmess-xhttp': {
      uri: 'extra={"xPaddingBytes":"1-9"} host=cdn.example.com network=xhttp path=/u port=443 protocol=vmess security=tls sni=sni.example.com',
    },
    'vless-encrypted': {
      'uri clash':
        'encryption=mlkem768x25519plus.native.0rtt.hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo port=443 protocol=vless',
      singBox: 'port=443 protocol=vless',
    },
    'vless-half': {
      'uri clash':
        'encryption=mlkem768x25519plus.native.0rtt.hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo port=443 protocol=vless',
      singBox: 'port=443 protocol=vless',
    },
    'vless-off': {
      'uri clash singBox': 'port=443 protocol=vless',
    },
    'vless-bare-reality': {
      uri: 'port=443 protocol=vless publicKey=# security=reality sni=www.apple.com',
      'clash singBox': 'insecure=1 port=443 protocol=vless publicKey=# security=reality sni=www.apple.com',
    },
    'vless-no-settings': {
      'uri clash singBox': 'host=@ network=ws path=/ port=443 protocol=vless security=tls sni=@',
    },
    'vless-kcp': {
      uri: 'network=none port=443 protocol=vless',
    },
    'vless-h2': {
      uri: 'network=http port=443 protocol=vless security=tls sni=sni.example.com',
      clash: 'network=h2 port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-upgrade': {
      'uri clash singBox':
        'host=sni.example.com network=httpupgrade path=/u port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-mux': {
      uri: 'port=443 protocol=vless security=tls sni=sni.example.com',
      'clash singBox': 'multiplex=on port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-six': {
      'uri clash singBox': 'address=2001:db8::1 port=443 protocol=vless security=tls sni=sni.example.com',
    },
    'vless-no-json': {
      uri: 'port=443 protocol=vless',
    },
    'trojan-grpc': {
      'uri clash singBox': 'network=grpc port=443 protocol=trojan security=tls service=gun sni=sni.example.com',
    },
    'trojan-upgrade': {
      'uri clash singBox':
        'host=cdn.example.com network=httpupgrade path=/u port=443 protocol=trojan security=tls sni=sni.example.com',
    },
    'trojan-words': {
      'uri clash singBox': 'port=443 protocol=trojan security=tls sni=@',
    },
    'trojan-mux': {
      uri: 'port=443 protocol=trojan security=tls sni=sni.example.com',
      'clash singBox': 'multiplex=on port=443 protocol=trojan security=tls sni=sni.example.com',
    },
    'ss-obfs-old': {
      'uri clash singBox': 'cipher=aes-128-gcm password=* port=443 protocol=ss',
    },
    'hysteria-words': {
      uri: 'port=443 protocol=hysteria2 security=tls sni=sni.example.com',
      'clash singBox': 'port=443 protocol=hysteria2 security=tls sni=sni.example.com up=10',
    },
    'hysteria-no-password': {
      'uri clash singBox': 'obfs=salamander port=443 protocol=hysteria2 security=tls sni=sni.example.com',
    },
    'hysteria-empty': {
      'uri clash singBox': 'port=443 protocol=hysteria2 security=tls sni=@',
    },
    'tuic-empty': {
      'uri clash singBox': 'congestion=cubic port=443 protocol=tuic security=tls sni=sni.example.com',
    },
    'tuic-reno': {
      'uri clash singBox': 'congestion=new_reno port=443 protocol=tuic relay=quic security=tls sni=sni.example.com',
    },
    'anytls-bare': {
      'uri clash singBox': 'port=443 protocol=anytls security=tls sni=@',
    },
  },
}
