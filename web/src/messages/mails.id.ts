// Kalimat di halaman-halaman tautan email, dalam Bahasa Indonesia.
import type { MailMessages } from "./mails.en";

export const messages = {
  forgot: {
    lead: "Tuliskan alamat email Anda, lalu kami kirim tautan untuk membuat kata sandi baru.",
    submit: "Kirimi saya tautan",
    sent: (email: string) => `Jika ada akun untuk ${email}, tautannya sedang dikirim.`,
  },
  reset: {
    lead: "Pilih kata sandi untuk masuk mulai sekarang. Di perangkat lain Anda akan dikeluarkan.",
    leadFor: (email: string) => `Pilih kata sandi baru untuk ${email}. Di perangkat lain Anda akan dikeluarkan.`,
    password: "Kata sandi baru",
    submit: "Simpan dan masuk",
    saved: "Kata sandi baru Anda sudah disimpan",
    over: "Tautan ini sudah dipakai atau terlalu lama",
    overLead: "Tautan berlaku satu kali, selama satu jam. Anda bisa meminta yang baru.",
    askAgain: "Kirimi saya tautan baru",
  },
  confirm: {
    lead: "Tinggal satu langkah: nyatakan bahwa alamat ini milik Anda.",
    submit: "Konfirmasi alamat email saya",
    done: "Email terkonfirmasi",
    doneLead: (email: string) => `Alamat Anda sudah dikonfirmasi, dan Anda masuk sebagai ${email}.`,
    goOn: "Ke toko",
    check: "Periksa email Anda",
    checkLead: "Tinggal satu langkah: buka tautan di email yang kami kirim.",
    sent: (email: string) => `Tautan sedang dikirim ke ${email}.`,
    ask: "Sudah mendaftar, tetapi email tidak datang? Tuliskan alamatnya, lalu kami kirim lagi.",
    over: "Tautan ini sudah dipakai atau terlalu lama",
    overLead: "Jika alamat Anda sudah dikonfirmasi, langsung saja masuk. Jika belum, mintalah tautan baru.",
    submitAgain: "Kirimi saya tautan baru",
  },
  hint: "Tautan berlaku satu kali, selama satu jam. Jika belum datang setelah beberapa menit, periksa folder spam.",
  again: "Kirim lagi",
  againIn: (seconds: number) => `Kirim lagi dalam ${seconds} dtk`,
  tooSoon: (seconds: number) =>
    `Email ke alamat ini baru saja diminta. Anda dapat meminta lagi dalam ${seconds} detik.`,
  notSent: "Email tidak dapat dikirim. Silakan coba lagi beberapa menit lagi.",
  otherAddress: "Alamat lain",
  toSignIn: "Ke halaman masuk",
} satisfies MailMessages;
