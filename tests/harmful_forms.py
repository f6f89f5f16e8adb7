"""Forms that must never be submitted: what sites ask of people, in many languages, and traps that look like a search."""

from collections.abc import Iterator
from html import escape

# Per language: log in, password, mail address, user name, register, subscribe, your name, your message, send,
# post a comment, order, pay, vote, log out, delete, phone, search.
PHRASES = {
    "en": "Log in|Password|E-mail address|Username|Create account|Subscribe|Your name|Your message|Send message|Post comment|Add to cart|Pay now|Vote|Log out|Delete all|Phone|Search",
    "de": "Anmelden|Passwort|E-Mail|Benutzername|Registrieren|Newsletter abonnieren|Ihr Name|Ihre Nachricht|Absenden|Kommentar abschicken|In den Warenkorb|Jetzt bezahlen|Abstimmen|Abmelden|Löschen|Telefon|Suchen",
    "fr": "Se connecter|Mot de passe|Adresse e-mail|Nom d'utilisateur|S'inscrire|S'abonner|Votre nom|Votre message|Envoyer|Laisser un commentaire|Ajouter au panier|Payer|Voter|Se déconnecter|Supprimer|Téléphone|Rechercher",
    "es": "Iniciar sesión|Contraseña|Correo electrónico|Usuario|Registrarse|Suscribirse|Su nombre|Su mensaje|Enviar|Publicar comentario|Añadir al carrito|Pagar|Votar|Cerrar sesión|Eliminar|Teléfono|Buscar",
    "it": "Accedi|Password|Indirizzo email|Nome utente|Registrati|Iscriviti|Il tuo nome|Il tuo messaggio|Invia|Invia commento|Aggiungi al carrello|Paga|Vota|Esci|Elimina|Telefono|Cerca",
    "pt": "Entrar|Senha|Email|Usuário|Cadastre-se|Assinar|Seu nome|Sua mensagem|Enviar|Enviar comentário|Comprar|Pagar|Votar|Sair|Excluir|Telefone|Pesquisar",
    "nl": "Inloggen|Wachtwoord|E-mail|Gebruikersnaam|Registreren|Abonneren|Uw naam|Uw bericht|Verzenden|Plaats reactie|Bestellen|Betalen|Stemmen|Uitloggen|Verwijderen|Telefoon|Zoeken",
    "pl": "Zaloguj się|Hasło|E-mail|Nazwa użytkownika|Zarejestruj się|Zapisz się|Imię i nazwisko|Treść wiadomości|Wyślij|Dodaj komentarz|Do koszyka|Zapłać|Głosuj|Wyloguj|Usuń|Numer telefonu|Szukaj",
    "ru": "Войти|Пароль|Эл. почта|Имя пользователя|Зарегистрироваться|Подписаться|Ваше имя|Ваше сообщение|Отправить|Оставить комментарий|В корзину|Оплатить|Голосовать|Выйти|Удалить|Телефон|Поиск",
    "uk": "Увійти|Пароль|Електронна пошта|Логін|Зареєструватися|Підписатися|Ваше ім'я|Ваше повідомлення|Надіслати|Додати коментар|Купити|Оплатити|Голосувати|Вийти|Видалити|Номер телефону|Пошук",
    "cs": "Přihlásit se|Heslo|E-mail|Uživatelské jméno|Registrovat|Odebírat|Jméno|Vaše zpráva|Odeslat|Přidat komentář|Do košíku|Zaplatit|Hlasovat|Odhlásit|Smazat|Telefon|Hledat",
    "sv": "Logga in|Lösenord|E-post|Användarnamn|Registrera|Prenumerera|Ditt namn|Ditt meddelande|Skicka|Kommentera|Köp|Betala|Rösta|Logga ut|Ta bort|Telefon|Sök",
    "da": "Log ind|Adgangskode|E-mail|Brugernavn|Opret konto|Tilmeld|Dit navn|Din besked|Send|Send kommentar|Læg i kurv|Betal|Stem|Log ud|Slet|Telefon|Søg",
    "fi": "Kirjaudu|Salasana|Sähköposti|Käyttäjätunnus|Rekisteröidy|Tilaa uutiskirje|Nimesi|Viestisi|Lähetä|Kommentoi|Lisää ostoskoriin|Maksa|Äänestä|Kirjaudu ulos|Poista|Puhelin|Hae",
    "tr": "Giriş yap|Şifre|E-posta|Kullanıcı adı|Kayıt ol|Abone ol|Adınız|Mesajınız|Gönder|Yorum yap|Sepete ekle|Öde|Oy ver|Çıkış yap|Sil|Telefon|Ara",
    "hu": "Bejelentkezés|Jelszó|E-mail|Felhasználónév|Regisztráció|Feliratkozás|Az Ön neve|Az Ön üzenete|Küldés|Hozzászólás|Kosárba|Fizetés|Szavazok|Kijelentkezés|Törlés|Telefonszám|Keresés",
    "el": "Σύνδεση|Κωδικός πρόσβασης|Email|Όνομα χρήστη|Εγγραφή|Εγγραφή στο newsletter|Ονοματεπώνυμο|Το μήνυμά σας|Αποστολή|Δημοσίευση σχολίου|Αγορά|Πληρωμή|Ψηφοφορία|Αποσύνδεση|Διαγραφή|Τηλέφωνο|Αναζήτηση",
    "ja": "ログイン|パスワード|メールアドレス|ユーザー名|新規登録|購読する|お名前|お問い合わせ内容|送信する|コメントを投稿|カートに入れる|お支払いへ進む|投票する|ログアウト|削除する|電話番号|検索",
    "zh": "登录|密码|电子邮件|用户名|立即注册|订阅我们|您的姓名|您的留言|发送|发表评论|加入购物车|立即支付|投票|退出登录|删除全部|手机号|搜索",
    "ko": "로그인|비밀번호|이메일|아이디|회원가입|구독하기|이름|문의 내용|보내기|댓글 쓰기|주문하기|결제하기|투표하기|로그아웃|삭제하기|전화번호|검색",
    "ar": "تسجيل الدخول|كلمة المرور|البريد الإلكتروني|اسم المستخدم|إنشاء حساب|اشترك|الاسم الكامل|رسالتك|إرسال|أضف تعليق|شراء|ادفع|تصويت|تسجيل الخروج|حذف|رقم الهاتف|بحث",
    "he": "התחברות|סיסמה|דואר אלקטרוני|שם משתמש|הרשמה|הירשם|שם מלא|תוכן ההודעה|שלח|הוסף תגובה|הוסף לסל|תשלום|הצבע|התנתק|מחק|טלפון|חיפוש",
}  # fmt: skip


def harmful_forms() -> list[tuple[str, str]]:
    """What each form is, and its HTML; more than 200 of them."""
    found = []
    for language, line in PHRASES.items():
        words = [escape(part) for part in line.split("|")]
        found += [(f"{language} {kind}", html) for kind, html in _of_language(f"/{language}", words)]
    return [*found, *TRAPS.items()]


def _of_language(at: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """A site's usual forms. Plain text boxes all over: only words tell what they ask for."""
    (log_in, password, mail, user, register, subscribe, name, message, send,
     comment, order, pay, vote, log_out, delete, phone, search) = words  # fmt: skip
    yield "login", _form(f"{at}/a1", "post", [(user, "f1", "text"), (password, "f2", "password")], log_in)
    yield "login by get", _form(f"{at}/a2", "get", [(user, "f1", "text"), (password, "f2", "text")], log_in)
    yield "registration", _form(f"{at}/a3", "post", [(name, "f1", "text"), (mail, "f2", "text")], register)
    yield "newsletter", _form(f"{at}/a4", "get", [(mail, "f1", "text")], subscribe)
    yield "newsletter without its word", _form(f"{at}/a5", "get", [(mail, "f1", "text")], "OK")
    yield "call me back", _form(f"{at}/a6", "get", [(phone, "f1", "text")], "OK")
    yield "contact", _form(f"{at}/a7", "post", [(name, "f1", "text"), (message, "f2", "textarea")], send)
    yield "comment", _form(f"{at}/a8", "post", [("", "f1", "text")], comment)
    yield "order", _form(f"{at}/a9", "get", [("", "f1", "text")], order)
    yield "payment", _form(f"{at}/b1", "post", [("", "f1", "text")], pay)
    yield "poll", _form(f"{at}/b2", "post", [("", "f1", "radio"), ("", "f1", "radio")], vote)
    yield "logout", _form(f"{at}/b3", "get", [("", "q", "search")], log_out)
    yield (
        "delete in a search",
        (
            f'<form role="search" class="search-form" action="{at}/b4"><input type="search" name="q" placeholder="{search}">'
            f'<button>{search}</button><button name="what" value="1">{delete}</button></form>'
        ),
    )


def _form(action: str, method: str, fields: list[tuple[str, str, str]], button: str) -> str:
    parts = []
    for label, name, kind in fields:
        control = (
            f'<textarea name="{name}"></textarea>' if kind == "textarea" else f'<input type="{kind}" name="{name}">'
        )
        parts.append(f"<label>{label} {control}</label>")
    return f'<form action="{action}" method="{method}">{"".join(parts)}<input type="submit" value="{button}"></form>'


TRAPS = {
    "a file": '<form action="/t1" method="post"><input name="q"><input type="file" name="f"><button>Search</button></form>',
    "a mail field in a search": '<form action="/search" role="search"><input name="q"><input type="email" name="m"><button>Search</button></form>',
    "an image that orders": '<form action="/t3"><input name="q"><input type="image" src="b.gif" alt="Buy now"></form>',
    "a button with an address of its own": '<form action="/search"><input type="search" name="q"><button formaction="/items/delete">Go</button></form>',
    "a button by name": '<form action="/search"><input type="search" name="q"><button name="delete_all">Go</button></form>',
    "a hidden command": '<form action="/search" method="post"><input type="search" name="q"><input type="hidden" name="action" value="delete"><button>Go</button></form>',
    "a hidden method": '<form action="/items" method="post"><input name="q"><input type="hidden" name="_method" value="DELETE"><button>Search</button></form>',
    "an address that deletes": '<form action="/search/delete" role="search"><input type="search" name="q"><button>Go</button></form>',
    "a question that is kept": '<form action="/query" class="save-form"><input name="b" placeholder="Bookmark"><button>OK</button></form>',
    "an address that ends the session": '<form action="/logout"><input name="q"><button>Go</button></form>',
    "find and delete": '<form action="/find"><input name="q" placeholder="Search"><button>Find and delete</button></form>',
    "a card number": '<form action="/t9"><label>Card number <input name="n"></label><button>Search</button></form>',
    "a code to pay less": '<form action="/t10"><label>Coupon code <input name="c"></label><button>OK</button></form>',
    "a number of pieces": '<form action="/t11"><input name="qty" value="1"><button>OK</button></form>',
    "a page to jump to": '<form action="/t12"><label>Page <input name="page"></label><button>Go</button></form>',
    "a language": '<form action="/t13"><select name="lang"><option>de</option><option>fr</option></select><button>OK</button></form>',
    "a question to the staff": '<form action="/t14" method="post"><label>Your question <input name="x"></label><button>OK</button></form>',
    "an answer to a thread": '<form action="/t15" method="post"><input name="q"><button>Reply</button></form>',
    "a search that is another site's": '<form action="http://engine.example/find"><input type="search" name="q"><button>Search</button></form>',
    "a guest book": '<form action="/guestbook" method="post"><input name="text"><button>OK</button></form>',
    "a login found by its address": '<form action="/login"><input name="u"><button>OK</button></form>',
    "a recovery": '<form action="/t20" method="post"><input name="who"><button>Reset password</button></form>',
}  # fmt: skip
